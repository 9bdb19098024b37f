<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class AppointmentUpdatedData extends Record
{
    public string $appointmentId;
    /** @var list<string> */
    public array $changes;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['appointmentId'])) {
            $this->appointmentId = $raw['appointmentId'];
        }
        if (isset($raw['changes'])) {
            $this->changes = $raw['changes'];
        }
    }
}
