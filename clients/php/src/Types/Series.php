<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Series extends Record
{
    public string $id;
    public string $doctorId;
    public string $patientId;
    public SeriesRepeat $repeat;
    /** The appointments have the same time on the wall clock of this time zone. */
    public string $timeZone;
    /**
     * Earliest first, without deleted ones.
     *
     * @var list<SeriesAppointment>
     */
    public array $appointments;
    public Person $patient;
    public Person $doctor;
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
        if (isset($raw['doctorId'])) {
            $this->doctorId = $raw['doctorId'];
        }
        if (isset($raw['patientId'])) {
            $this->patientId = $raw['patientId'];
        }
        if (isset($raw['repeat'])) {
            $this->repeat = new SeriesRepeat($raw['repeat']);
        }
        if (isset($raw['timeZone'])) {
            $this->timeZone = $raw['timeZone'];
        }
        if (isset($raw['appointments'])) {
            $this->appointments = array_map(static fn ($one) => new SeriesAppointment($one), $raw['appointments']);
        }
        if (isset($raw['patient'])) {
            $this->patient = new Person($raw['patient']);
        }
        if (isset($raw['doctor'])) {
            $this->doctor = new Person($raw['doctor']);
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
