<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;

/** Status, time or notes changed */
final readonly class AppointmentUpdatedEvent extends Event
{
    public AppointmentUpdatedData $data;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['data'])) {
            $this->data = new AppointmentUpdatedData($raw['data']);
        }
    }
}
