<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class CreateSeriesAnswer extends Record
{
    public Series $series;
    /**
     * The times that are taken: `overlap.id` is the appointment or hold; null for an appointment in another organisation.
     *
     * @var list<SkippedTime>
     */
    public array $skipped;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['series'])) {
            $this->series = new Series($raw['series']);
        }
        if (isset($raw['skipped'])) {
            $this->skipped = array_map(static fn ($one) => new SkippedTime($one), $raw['skipped']);
        }
    }
}
