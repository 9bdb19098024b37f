<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class MoveClockAnswer extends Record
{
    public \DateTimeImmutable $now;
    /** The time that the call was to reach. */
    public \DateTimeImmutable $goal;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['now'])) {
            $this->now = new \DateTimeImmutable($raw['now']);
        }
        if (isset($raw['goal'])) {
            $this->goal = new \DateTimeImmutable($raw['goal']);
        }
    }
}
