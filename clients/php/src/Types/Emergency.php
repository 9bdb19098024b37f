<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Emergency extends Record
{
    public \DateTimeImmutable $at;
    public \DateTimeImmutable $until;
    /** Why the file was opened. The patient can read it. */
    public string $reason;

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
        if (isset($raw['until'])) {
            $this->until = new \DateTimeImmutable($raw['until']);
        }
        if (isset($raw['reason'])) {
            $this->reason = $raw['reason'];
        }
    }
}
