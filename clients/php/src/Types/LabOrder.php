<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class LabOrder extends Record
{
    public string $id;
    public string $patientId;
    /** Null if an administrator ordered without a doctor. */
    public ?string $doctorId;
    public ?string $appointmentId;
    /** @var list<string> */
    public array $tests;
    /** @var 'ORDERED'|'COLLECTED'|'IN_PROGRESS'|'RESULTS_READY'|'RELEASED'|'CANCELLED'|string */
    public string $status;
    public \DateTimeImmutable $createdAt;
    public \DateTimeImmutable $updatedAt;
    /** When the results were released to the patient. */
    public ?\DateTimeImmutable $releasedAt;
    /** The addressed laboratory, if any. */
    public ?string $laboratoryId;
    public ?Person $doctor;
    public ?Person $laboratory;
    public Person $patient;
    /** Of the patient, for the laboratory; null for others. */
    public ?string $birthDate;
    /**
     * Of the patient, for the laboratory; null for others.
     *
     * @var 'F'|'M'|string
     */
    public ?string $sex;

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
        if (isset($raw['patientId'])) {
            $this->patientId = $raw['patientId'];
        }
        $this->doctorId = $raw['doctorId'] ?? null;
        $this->appointmentId = $raw['appointmentId'] ?? null;
        if (isset($raw['tests'])) {
            $this->tests = $raw['tests'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        if (isset($raw['updatedAt'])) {
            $this->updatedAt = new \DateTimeImmutable($raw['updatedAt']);
        }
        $this->releasedAt = isset($raw['releasedAt']) ? new \DateTimeImmutable($raw['releasedAt']) : null;
        $this->laboratoryId = $raw['laboratoryId'] ?? null;
        $this->doctor = isset($raw['doctor']) ? new Person($raw['doctor']) : null;
        $this->laboratory = isset($raw['laboratory']) ? new Person($raw['laboratory']) : null;
        if (isset($raw['patient'])) {
            $this->patient = new Person($raw['patient']);
        }
        $this->birthDate = $raw['birthDate'] ?? null;
        $this->sex = $raw['sex'] ?? null;
    }
}
