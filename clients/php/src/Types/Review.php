<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Review extends Record
{
    public string $id;
    public string $appointmentId;
    public string $doctorId;
    public string $patientId;
    /** From 1 to 5; 5 is best. */
    public int $rating;
    public ?string $comment;
    public \DateTimeImmutable $createdAt;
    public Person $doctor;
    public Person $patient;

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
        if (isset($raw['appointmentId'])) {
            $this->appointmentId = $raw['appointmentId'];
        }
        if (isset($raw['doctorId'])) {
            $this->doctorId = $raw['doctorId'];
        }
        if (isset($raw['patientId'])) {
            $this->patientId = $raw['patientId'];
        }
        if (isset($raw['rating'])) {
            $this->rating = $raw['rating'];
        }
        $this->comment = $raw['comment'] ?? null;
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        if (isset($raw['doctor'])) {
            $this->doctor = new Person($raw['doctor']);
        }
        if (isset($raw['patient'])) {
            $this->patient = new Person($raw['patient']);
        }
    }
}
