<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class StockLot extends Record
{
    public string $id;
    public string $pharmacyId;
    public string $medication;
    public string $lotNumber;
    /** Quantity in stock. */
    public int $quantity;
    /** The last day of use, in Moroccan time. */
    public string $expiresOn;
    public \DateTimeImmutable $receivedAt;
    public Person $pharmacy;

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
        if (isset($raw['pharmacyId'])) {
            $this->pharmacyId = $raw['pharmacyId'];
        }
        if (isset($raw['medication'])) {
            $this->medication = $raw['medication'];
        }
        if (isset($raw['lotNumber'])) {
            $this->lotNumber = $raw['lotNumber'];
        }
        if (isset($raw['quantity'])) {
            $this->quantity = $raw['quantity'];
        }
        if (isset($raw['expiresOn'])) {
            $this->expiresOn = $raw['expiresOn'];
        }
        if (isset($raw['receivedAt'])) {
            $this->receivedAt = new \DateTimeImmutable($raw['receivedAt']);
        }
        if (isset($raw['pharmacy'])) {
            $this->pharmacy = new Person($raw['pharmacy']);
        }
    }
}
