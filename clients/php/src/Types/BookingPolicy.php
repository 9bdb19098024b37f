<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** The rules of the organisation on late cancellations and missed visits. */
final readonly class BookingPolicy extends Record
{
    /** A cancellation by the patient less than this many hours before the start is late. 0: never. */
    public int $lateCancelHours;
    /** The number of missed visits (`NO_SHOW`) within `noShowDays` after which the patient can no longer book. The staff still books for them. Null: no limit. */
    public ?int $noShowLimit;
    /** The number of past days in which missed visits count. */
    public int $noShowDays;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['lateCancelHours'])) {
            $this->lateCancelHours = $raw['lateCancelHours'];
        }
        $this->noShowLimit = $raw['noShowLimit'] ?? null;
        if (isset($raw['noShowDays'])) {
            $this->noShowDays = $raw['noShowDays'];
        }
    }
}
