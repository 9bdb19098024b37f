<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ClientSecret extends Record
{
    public \DateTimeImmutable $createdAt;
    public ?\DateTimeImmutable $expiresAt;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        $this->expiresAt = isset($raw['expiresAt']) ? new \DateTimeImmutable($raw['expiresAt']) : null;
    }
}
