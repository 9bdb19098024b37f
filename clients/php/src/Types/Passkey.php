<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Passkey extends Record
{
    public string $id;
    public string $name;
    public \DateTimeImmutable $createdAt;
    public ?\DateTimeImmutable $lastUsedAt;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['id'])) {
            $this->id = $raw['id'];
        }
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        $this->lastUsedAt = isset($raw['lastUsedAt']) ? new \DateTimeImmutable($raw['lastUsedAt']) : null;
    }
}
