<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class AppointmentsOfDay extends Record
{
    public string $day;
    /** All appointments that start on this day. */
    public int $total;
    public int $scheduled;
    public int $confirmed;
    public int $inProgress;
    public int $completed;
    public int $cancelled;
    public int $noShow;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['day'])) {
            $this->day = $raw['day'];
        }
        if (isset($raw['total'])) {
            $this->total = $raw['total'];
        }
        if (isset($raw['scheduled'])) {
            $this->scheduled = $raw['scheduled'];
        }
        if (isset($raw['confirmed'])) {
            $this->confirmed = $raw['confirmed'];
        }
        if (isset($raw['inProgress'])) {
            $this->inProgress = $raw['inProgress'];
        }
        if (isset($raw['completed'])) {
            $this->completed = $raw['completed'];
        }
        if (isset($raw['cancelled'])) {
            $this->cancelled = $raw['cancelled'];
        }
        if (isset($raw['noShow'])) {
            $this->noShow = $raw['noShow'];
        }
    }
}
