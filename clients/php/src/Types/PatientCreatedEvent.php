<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;

/** New patient registered */
final readonly class PatientCreatedEvent extends Event
{
    public PatientCreatedData $data;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['data'])) {
            $this->data = new PatientCreatedData($raw['data']);
        }
    }
}
