<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Invoice extends Record
{
    public string $id;
    /** Year, and consecutive number within the organisation, without gaps. */
    public string $number;
    public string $patientId;
    /** Null if the front desk or an administrator created it without an appointment. */
    public ?string $doctorId;
    public ?string $appointmentId;
    /** Centimes. */
    public int $amountMAD;
    /** Centimes. */
    public int $paidMAD;
    /** Centimes. */
    public int $refundedMAD;
    /** Amount that can be paid now, in centimes. Excludes paid amounts and amounts reserved by pending payments. */
    public int $dueMAD;
    /** @var 'OPEN'|'PARTIALLY_PAID'|'PAID'|'PARTIALLY_REFUNDED'|'REFUNDED'|'CANCELLED'|string */
    public string $status;
    public ?string $description;
    public \DateTimeImmutable $createdAt;
    public ?\DateTimeImmutable $cancelledAt;
    public ?string $cancelReason;
    public ?Person $doctor;
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
        if (isset($raw['number'])) {
            $this->number = $raw['number'];
        }
        if (isset($raw['patientId'])) {
            $this->patientId = $raw['patientId'];
        }
        $this->doctorId = $raw['doctorId'] ?? null;
        $this->appointmentId = $raw['appointmentId'] ?? null;
        if (isset($raw['amountMAD'])) {
            $this->amountMAD = $raw['amountMAD'];
        }
        if (isset($raw['paidMAD'])) {
            $this->paidMAD = $raw['paidMAD'];
        }
        if (isset($raw['refundedMAD'])) {
            $this->refundedMAD = $raw['refundedMAD'];
        }
        if (isset($raw['dueMAD'])) {
            $this->dueMAD = $raw['dueMAD'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        $this->description = $raw['description'] ?? null;
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        $this->cancelledAt = isset($raw['cancelledAt']) ? new \DateTimeImmutable($raw['cancelledAt']) : null;
        $this->cancelReason = $raw['cancelReason'] ?? null;
        $this->doctor = isset($raw['doctor']) ? new Person($raw['doctor']) : null;
        if (isset($raw['patient'])) {
            $this->patient = new Person($raw['patient']);
        }
    }
}
