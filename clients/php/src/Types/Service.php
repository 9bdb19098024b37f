<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Service extends Record
{
    public string $id;
    public string $name;
    public ?string $code;
    /** The current price in centimes. */
    public int $priceMAD;
    /** Duration in minutes. */
    public ?int $durationMin;
    /** Whether the service is offered. */
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
        $this->code = $raw['code'] ?? null;
        if (isset($raw['priceMAD'])) {
            $this->priceMAD = $raw['priceMAD'];
        }
        $this->durationMin = $raw['durationMin'] ?? null;
        if (isset($raw['active'])) {
            $this->active = $raw['active'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
