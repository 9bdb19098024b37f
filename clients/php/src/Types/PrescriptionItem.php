<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** One medicine of a prescription. */
final readonly class PrescriptionItem extends Record
{
    public string $medication;
    public string $dosage;
    public ?string $instructions;
    public ?int $durationDays;
    /** @var 'A'|'B'|'C'|string */
    public ?string $substanceTable;
    /** Units of one fill. */
    public ?int $quantity;
    public ?string $unit;
    /** Fills after the first. */
    public int $refills;
    /** Whether the pharmacy may dispense an equivalent medicine. */
    public bool $substitutable;
    /** Remaining amount to dispense: units of `quantity`, or deliveries for a line without quantity. */
    public int $left;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['medication'])) {
            $this->medication = $raw['medication'];
        }
        if (isset($raw['dosage'])) {
            $this->dosage = $raw['dosage'];
        }
        $this->instructions = $raw['instructions'] ?? null;
        $this->durationDays = $raw['durationDays'] ?? null;
        $this->substanceTable = $raw['substanceTable'] ?? null;
        $this->quantity = $raw['quantity'] ?? null;
        $this->unit = $raw['unit'] ?? null;
        if (isset($raw['refills'])) {
            $this->refills = $raw['refills'];
        }
        if (isset($raw['substitutable'])) {
            $this->substitutable = $raw['substitutable'];
        }
        if (isset($raw['left'])) {
            $this->left = $raw['left'];
        }
    }
}
