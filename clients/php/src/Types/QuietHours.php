<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** Hours in Moroccan time. If `from` is later than `to`, they end on the next day. */
final readonly class QuietHours extends Record
{
    public string $from;
    public string $to;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['from'])) {
            $this->from = $raw['from'];
        }
        if (isset($raw['to'])) {
            $this->to = $raw['to'];
        }
    }
}
