<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;

/** Cancelled by patient, doctor or auto-cancel */
final readonly class AppointmentCancelledEvent extends Event
{
    public AppointmentCancelledData $data;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['data'])) {
            $this->data = new AppointmentCancelledData($raw['data']);
        }
    }
}
