<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class SkippedTime extends Record
{
    public \DateTimeImmutable $startTime;
    public \DateTimeImmutable $endTime;
    public SkippedOverlap $overlap;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['startTime'])) {
            $this->startTime = new \DateTimeImmutable($raw['startTime']);
        }
        if (isset($raw['endTime'])) {
            $this->endTime = new \DateTimeImmutable($raw['endTime']);
        }
        if (isset($raw['overlap'])) {
            $this->overlap = new SkippedOverlap($raw['overlap']);
        }
    }
}
