<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class GrantAccessRequestAnswer extends Record
{
    public AccessRequest $accessRequest;
    public GrantedClient $client;
    /** A page that shows the client’s secret once. Anyone with the address can get the secret: it is for the administrator only, to whom it is sent. Null in a replay: secrets are shown once. */
    public ?string $handoverUrl;
    /** When the unused link expires. */
    public \DateTimeImmutable $expiresAt;
    /** Only in a replay under the same Idempotency-Key, which contains no secret. If the first answer was lost, create another one. */
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
