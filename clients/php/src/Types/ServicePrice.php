<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ServicePrice extends Record
{
    public string $id;
    public string $serviceId;
    /** Centimes. */
    public int $priceMAD;
    /** When the price takes effect. It applies until the next one. */
    public \DateTimeImmutable $from;
    /** @var 'TO_COME'|'IN_FORCE'|'PAST'|string */
    public string $status;
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
        if (isset($raw['serviceId'])) {
            $this->serviceId = $raw['serviceId'];
        }
        if (isset($raw['priceMAD'])) {
            $this->priceMAD = $raw['priceMAD'];
        }
        if (isset($raw['from'])) {
            $this->from = new \DateTimeImmutable($raw['from']);
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
