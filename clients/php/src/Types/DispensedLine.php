<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class DispensedLine extends Record
{
    /** Number of the line in the prescription, from 1. */
    public int $line;
    public int $quantity;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['line'])) {
            $this->line = $raw['line'];
        }
        if (isset($raw['quantity'])) {
            $this->quantity = $raw['quantity'];
        }
    }
}
