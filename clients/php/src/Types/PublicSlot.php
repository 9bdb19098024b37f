<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class PublicSlot extends Record
{
    public string $doctorId;
    public string $placeId;
    public string $visitTypeId;
    public \DateTimeImmutable $startTime;
    public \DateTimeImmutable $endTime;
    public Person $doctor;
    public string $specialty;
    /** @var 'VIDEO'|'IN_PERSON'|'HOME'|'PHONE'|string */
    public string $mode;
    public string $visitType;
    public PublicPlace $place;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['doctorId'])) {
            $this->doctorId = $raw['doctorId'];
        }
        if (isset($raw['placeId'])) {
            $this->placeId = $raw['placeId'];
        }
        if (isset($raw['visitTypeId'])) {
            $this->visitTypeId = $raw['visitTypeId'];
        }
        if (isset($raw['startTime'])) {
            $this->startTime = new \DateTimeImmutable($raw['startTime']);
        }
        if (isset($raw['endTime'])) {
            $this->endTime = new \DateTimeImmutable($raw['endTime']);
        }
        if (isset($raw['doctor'])) {
            $this->doctor = new Person($raw['doctor']);
        }
        if (isset($raw['specialty'])) {
            $this->specialty = $raw['specialty'];
        }
        if (isset($raw['mode'])) {
            $this->mode = $raw['mode'];
        }
        if (isset($raw['visitType'])) {
            $this->visitType = $raw['visitType'];
        }
        if (isset($raw['place'])) {
            $this->place = new PublicPlace($raw['place']);
        }
    }
}
