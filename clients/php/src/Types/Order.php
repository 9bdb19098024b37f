<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** If the order is CANCELLED or REJECTED, its pharmacy gets null for `patientId`, `patient` and `prescription.medication`. */
final readonly class Order extends Record
{
    public string $id;
    public string $prescriptionId;
    public string $pharmacyId;
    public ?string $patientId;
    public bool $deliveryRequested;
    /** @var 'PENDING'|'PREPARING'|'READY'|'DELIVERED'|'CANCELLED'|'REJECTED'|string */
    public string $status;
    /**
     * Null until the order is DELIVERED. Null in a delivery of an earlier version counts as one fill of each line.
     *
     * @var list<DispensedLine>
     */
    public ?array $dispensed;
    public \DateTimeImmutable $createdAt;
    public \DateTimeImmutable $updatedAt;
    public OrderedPrescription $prescription;
    public Person $pharmacy;
    public ?Person $patient;

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
        if (isset($raw['prescriptionId'])) {
            $this->prescriptionId = $raw['prescriptionId'];
        }
        if (isset($raw['pharmacyId'])) {
            $this->pharmacyId = $raw['pharmacyId'];
        }
        $this->patientId = $raw['patientId'] ?? null;
        if (isset($raw['deliveryRequested'])) {
            $this->deliveryRequested = $raw['deliveryRequested'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        $this->dispensed = isset($raw['dispensed']) ? array_map(static fn ($one) => new DispensedLine($one), $raw['dispensed']) : null;
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        if (isset($raw['updatedAt'])) {
            $this->updatedAt = new \DateTimeImmutable($raw['updatedAt']);
        }
        if (isset($raw['prescription'])) {
            $this->prescription = new OrderedPrescription($raw['prescription']);
        }
        if (isset($raw['pharmacy'])) {
            $this->pharmacy = new Person($raw['pharmacy']);
        }
        $this->patient = isset($raw['patient']) ? new Person($raw['patient']) : null;
    }
}
