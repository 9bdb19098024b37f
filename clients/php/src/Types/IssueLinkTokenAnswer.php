<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class IssueLinkTokenAnswer extends Record
{
    public bool $ok;
    public string $token;
    public string $url;
    public string $roomId;
    public \DateTimeImmutable $expiresAt;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['ok'])) {
            $this->ok = $raw['ok'];
        }
        if (isset($raw['token'])) {
            $this->token = $raw['token'];
        }
        if (isset($raw['url'])) {
            $this->url = $raw['url'];
        }
        if (isset($raw['roomId'])) {
            $this->roomId = $raw['roomId'];
        }
        if (isset($raw['expiresAt'])) {
            $this->expiresAt = new \DateTimeImmutable($raw['expiresAt']);
        }
    }
}
