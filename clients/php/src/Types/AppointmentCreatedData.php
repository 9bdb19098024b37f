<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class AppointmentCreatedData extends Record
{
    public string $appointmentId;
    public string $doctorId;
    public string $patientId;
    public \DateTimeImmutable $startTime;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['appointmentId'])) {
            $this->appointmentId = $raw['appointmentId'];
        }
        if (isset($raw['doctorId'])) {
            $this->doctorId = $raw['doctorId'];
        }
        if (isset($raw['patientId'])) {
            $this->patientId = $raw['patientId'];
        }
        if (isset($raw['startTime'])) {
            $this->startTime = new \DateTimeImmutable($raw['startTime']);
        }
    }
}
