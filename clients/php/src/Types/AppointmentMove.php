<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class AppointmentMove extends Record
{
    public AppointmentTimes $from;
    public AppointmentTimes $to;
    /** Null to patients, if another member of the staff moved it. */
    public ?Person $movedBy;
    public \DateTimeImmutable $movedAt;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['from'])) {
            $this->from = new AppointmentTimes($raw['from']);
        }
        if (isset($raw['to'])) {
            $this->to = new AppointmentTimes($raw['to']);
        }
        $this->movedBy = isset($raw['movedBy']) ? new Person($raw['movedBy']) : null;
        if (isset($raw['movedAt'])) {
            $this->movedAt = new \DateTimeImmutable($raw['movedAt']);
        }
    }
}
