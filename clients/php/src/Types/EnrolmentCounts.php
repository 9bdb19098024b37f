<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** The number of enrolments in each state. */
final readonly class EnrolmentCounts extends Record
{
    public int $active;
    public int $completed;
    public int $stopped;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['active'])) {
            $this->active = $raw['active'];
        }
        if (isset($raw['completed'])) {
            $this->completed = $raw['completed'];
        }
        if (isset($raw['stopped'])) {
            $this->stopped = $raw['stopped'];
        }
    }
}
