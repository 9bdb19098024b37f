<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class WaitlistOffer extends Record
{
    /** `POST /api/appointments` books the time with it. */
    public string $holdId;
    public string $doctorId;
    public string $placeId;
    public \DateTimeImmutable $startTime;
    public \DateTimeImmutable $endTime;
    public \DateTimeImmutable $expiresAt;
    public Person $doctor;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['holdId'])) {
            $this->holdId = $raw['holdId'];
        }
        if (isset($raw['doctorId'])) {
            $this->doctorId = $raw['doctorId'];
        }
        if (isset($raw['placeId'])) {
            $this->placeId = $raw['placeId'];
        }
        if (isset($raw['startTime'])) {
            $this->startTime = new \DateTimeImmutable($raw['startTime']);
        }
        if (isset($raw['endTime'])) {
            $this->endTime = new \DateTimeImmutable($raw['endTime']);
        }
        if (isset($raw['expiresAt'])) {
            $this->expiresAt = new \DateTimeImmutable($raw['expiresAt']);
        }
        if (isset($raw['doctor'])) {
            $this->doctor = new Person($raw['doctor']);
        }
    }
}
