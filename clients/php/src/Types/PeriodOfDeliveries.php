<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class PeriodOfDeliveries extends Record
{
    /** The start of the hour or day. */
    public \DateTimeImmutable $at;
    public int $succeeded;
    public int $failed;
    public ?int $p50Ms;
    public ?int $p99Ms;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['at'])) {
            $this->at = new \DateTimeImmutable($raw['at']);
        }
        if (isset($raw['succeeded'])) {
            $this->succeeded = $raw['succeeded'];
        }
        if (isset($raw['failed'])) {
            $this->failed = $raw['failed'];
        }
        $this->p50Ms = $raw['p50Ms'] ?? null;
        $this->p99Ms = $raw['p99Ms'] ?? null;
    }
}
