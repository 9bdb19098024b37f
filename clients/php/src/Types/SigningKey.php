<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class SigningKey extends Record
{
    public string $kid;
    public PrescriberKey $publicKey;
    public \DateTimeImmutable $createdAt;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['kid'])) {
            $this->kid = $raw['kid'];
        }
        if (isset($raw['publicKey'])) {
            $this->publicKey = new PrescriberKey($raw['publicKey']);
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
