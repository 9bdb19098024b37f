<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Place extends Record
{
    public string $id;
    public string $name;
    public ?string $address;
    public string $city;
    public ?string $phone;
    public string $timeZone;
    /** Whether slots at this place are offered. */
    public bool $active;
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
        $this->address = $raw['address'] ?? null;
        if (isset($raw['city'])) {
            $this->city = $raw['city'];
        }
        $this->phone = $raw['phone'] ?? null;
        if (isset($raw['timeZone'])) {
            $this->timeZone = $raw['timeZone'];
        }
        if (isset($raw['active'])) {
            $this->active = $raw['active'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
