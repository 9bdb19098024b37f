<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class GrantAccessRequestAnswer extends Record
{
    public AccessRequest $accessRequest;
    public GrantedClient $client;
    /** A page that shows the client’s secret once. Anyone with this URL can get the secret. It is sent to the administrator. Null in a replay, because secrets are shown once. */
    public ?string $handoverUrl;
    /** When the unused link expires. */
    public \DateTimeImmutable $expiresAt;
    /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
    public ?string $notice;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['accessRequest'])) {
            $this->accessRequest = new AccessRequest($raw['accessRequest']);
        }
        if (isset($raw['client'])) {
            $this->client = new GrantedClient($raw['client']);
        }
        $this->handoverUrl = $raw['handoverUrl'] ?? null;
        if (isset($raw['expiresAt'])) {
            $this->expiresAt = new \DateTimeImmutable($raw['expiresAt']);
        }
        $this->notice = $raw['notice'] ?? null;
    }
}
