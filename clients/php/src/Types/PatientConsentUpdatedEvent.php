<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;

/** Patient changed data-protection consent */
final readonly class PatientConsentUpdatedEvent extends Event
{
    public PatientConsentUpdatedData $data;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['data'])) {
            $this->data = new PatientConsentUpdatedData($raw['data']);
        }
    }
}
