<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class FollowUp extends Record
{
    public string $id;
    public string $doctorId;
    public string $patientId;
    /** The proposed time; null if none was proposed. */
    public ?\DateTimeImmutable $startTime;
    public ?\DateTimeImmutable $endTime;
    public ?string $reason;
    /** @var 'PROPOSED'|'ACCEPTED'|'DECLINED'|'CANCELLED'|string */
    public string $status;
    /** The appointment booked on acceptance. */
    public ?string $appointmentId;
    public \DateTimeImmutable $createdAt;
    /** When the follow-up was accepted, declined or cancelled. */
    public ?\DateTimeImmutable $settledAt;
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
        if (isset($raw['doctorId'])) {
            $this->doctorId = $raw['doctorId'];
        }
        if (isset($raw['patientId'])) {
            $this->patientId = $raw['patientId'];
        }
        $this->startTime = isset($raw['startTime']) ? new \DateTimeImmutable($raw['startTime']) : null;
        $this->endTime = isset($raw['endTime']) ? new \DateTimeImmutable($raw['endTime']) : null;
        $this->reason = $raw['reason'] ?? null;
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        $this->appointmentId = $raw['appointmentId'] ?? null;
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        $this->settledAt = isset($raw['settledAt']) ? new \DateTimeImmutable($raw['settledAt']) : null;
        if (isset($raw['doctor'])) {
            $this->doctor = new Person($raw['doctor']);
        }
        if (isset($raw['patient'])) {
            $this->patient = new Person($raw['patient']);
        }
    }
}
