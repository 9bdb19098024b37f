<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Lead extends Record
{
    public string $id;
    public string $name;
    public ?string $email;
    public ?string $phone;
    public string $source;
    /** @var array<string, mixed> */
    public array $metadata;
    public \DateTimeImmutable $createdAt;

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
        $this->email = $raw['email'] ?? null;
        $this->phone = $raw['phone'] ?? null;
        if (isset($raw['source'])) {
            $this->source = $raw['source'];
        }
        if (isset($raw['metadata'])) {
            $this->metadata = $raw['metadata'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
