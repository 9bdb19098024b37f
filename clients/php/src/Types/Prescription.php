<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Prescription extends Record
{
    public string $id;
    public string $patientId;
    public string $doctorId;
    /** Null for a renewal without appointment. */
    public ?string $appointmentId;
    public string $medication;
    public string $dosage;
    public ?string $instructions;
    /**
     * Every line, including the first.
     *
     * @var list<PrescriptionItem>
     */
    public array $items;
    /** The weight of the patient in kilograms. The signature covers it, and the document prints it. */
    public ?float $patientWeightKg;
    /** @var 'ISSUED'|'CANCELLED'|string */
    public string $status;
    public \DateTimeImmutable $issuedAt;
    public ?\DateTimeImmutable $validUntil;
    public ?string $cancelReason;
    /** `sha256:` and the lowercase hex digest of the canonical form. */
    public ?string $signature;
    public ?\DateTimeImmutable $signedAt;
    /** Number of delivered orders. */
    public int $timesDelivered;
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
        if (isset($raw['patientId'])) {
            $this->patientId = $raw['patientId'];
        }
        if (isset($raw['doctorId'])) {
            $this->doctorId = $raw['doctorId'];
        }
        $this->appointmentId = $raw['appointmentId'] ?? null;
        if (isset($raw['medication'])) {
            $this->medication = $raw['medication'];
        }
        if (isset($raw['dosage'])) {
            $this->dosage = $raw['dosage'];
        }
        $this->instructions = $raw['instructions'] ?? null;
        if (isset($raw['items'])) {
            $this->items = array_map(static fn ($one) => new PrescriptionItem($one), $raw['items']);
        }
        $this->patientWeightKg = $raw['patientWeightKg'] ?? null;
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        if (isset($raw['issuedAt'])) {
            $this->issuedAt = new \DateTimeImmutable($raw['issuedAt']);
        }
        $this->validUntil = isset($raw['validUntil']) ? new \DateTimeImmutable($raw['validUntil']) : null;
        $this->cancelReason = $raw['cancelReason'] ?? null;
        $this->signature = $raw['signature'] ?? null;
        $this->signedAt = isset($raw['signedAt']) ? new \DateTimeImmutable($raw['signedAt']) : null;
        if (isset($raw['timesDelivered'])) {
            $this->timesDelivered = $raw['timesDelivered'];
        }
        if (isset($raw['doctor'])) {
            $this->doctor = new Person($raw['doctor']);
        }
        if (isset($raw['patient'])) {
            $this->patient = new Person($raw['patient']);
        }
    }
}
