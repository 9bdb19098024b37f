<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class StockMovement extends Record
{
    /** Consecutive number within the lot. */
    public int $n;
    /** Change of the quantity; negative for outgoing stock. */
    public int $delta;
    /** @var 'RECEIVED'|'SOLD'|'RETURNED'|'LOST'|'CORRECTION'|string */
    public string $reason;
    /** Quantity after the movement. */
    public int $quantity;
    public ?string $note;
    public \DateTimeImmutable $at;
    public Person $by;

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
        $this->note = $raw['note'] ?? null;
        if (isset($raw['at'])) {
            $this->at = new \DateTimeImmutable($raw['at']);
        }
        if (isset($raw['by'])) {
            $this->by = new Person($raw['by']);
        }
    }
}
