<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ConditionStrike extends Record
{
    public Person $by;
    public \DateTimeImmutable $at;
    /** Why the condition is wrong. */
    public string $reason;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['by'])) {
            $this->by = new Person($raw['by']);
        }
        if (isset($raw['at'])) {
            $this->at = new \DateTimeImmutable($raw['at']);
        }
        if (isset($raw['reason'])) {
            $this->reason = $raw['reason'];
        }
    }
}
