<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class NewStockMovement extends Record
{
    /** Consecutive number within the lot. */
    public int $n;
    /** Change of the quantity; negative for outgoing stock. */
    public int $delta;
    /** @var 'RECEIVED'|'SOLD'|'RETURNED'|'LOST'|'CORRECTION'|string */
    public string $reason;
    /** Quantity after the movement. */
    public int $quantity;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['n'])) {
            $this->n = $raw['n'];
        }
        if (isset($raw['delta'])) {
            $this->delta = $raw['delta'];
        }
        if (isset($raw['reason'])) {
            $this->reason = $raw['reason'];
        }
        if (isset($raw['quantity'])) {
            $this->quantity = $raw['quantity'];
        }
    }
}
