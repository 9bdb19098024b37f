<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** One value of a lab result. */
final readonly class LabValue extends Record
{
    /** The measured parameter. */
    public string $param;
    /** A number, or text for qualitative results. */
    public float|string $value;
    public ?string $unit;
    /** The lowest normal value. */
    public ?float $low;
    /** The highest normal value. */
    public ?float $high;
    /** Values below it are critical. */
    public ?float $criticalLow;
    /** Values above it are critical. */
    public ?float $criticalHigh;
    /**
     * Result of the comparison with the bounds; null for text, and for numbers without bounds.
     *
     * @var 'NORMAL'|'LOW'|'HIGH'|'CRITICAL_LOW'|'CRITICAL_HIGH'|string
     */
    public ?string $flag;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['param'])) {
            $this->param = $raw['param'];
        }
        if (isset($raw['value'])) {
            $this->value = $raw['value'];
        }
        $this->unit = $raw['unit'] ?? null;
        $this->low = $raw['low'] ?? null;
        $this->high = $raw['high'] ?? null;
        $this->criticalLow = $raw['criticalLow'] ?? null;
        $this->criticalHigh = $raw['criticalHigh'] ?? null;
        $this->flag = $raw['flag'] ?? null;
    }
}
