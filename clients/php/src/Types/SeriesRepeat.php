<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class SeriesRepeat extends Record
{
    /** @var 'WEEKLY'|'MONTHLY'|string */
    public string $frequency;
    /** Weeks or months between two appointments. */
    public int $interval;
    /** The number of appointments. */
    public int $count;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['frequency'])) {
            $this->frequency = $raw['frequency'];
        }
        if (isset($raw['interval'])) {
            $this->interval = $raw['interval'];
        }
        if (isset($raw['count'])) {
            $this->count = $raw['count'];
        }
    }
}
