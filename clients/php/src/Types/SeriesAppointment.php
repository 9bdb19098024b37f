<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class SeriesAppointment extends Record
{
    public string $id;
    public \DateTimeImmutable $startTime;
    public \DateTimeImmutable $endTime;
    /** @var 'SCHEDULED'|'CONFIRMED'|'IN_PROGRESS'|'COMPLETED'|'CANCELLED'|'NO_SHOW'|string */
    public string $status;

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
        if (isset($raw['startTime'])) {
            $this->startTime = new \DateTimeImmutable($raw['startTime']);
        }
        if (isset($raw['endTime'])) {
            $this->endTime = new \DateTimeImmutable($raw['endTime']);
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
    }
}
