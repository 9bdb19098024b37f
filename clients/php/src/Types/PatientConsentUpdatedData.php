<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class PatientConsentUpdatedData extends Record
{
    public string $patientId;
    /** @var list<string> */
    public array $consents;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['patientId'])) {
            $this->patientId = $raw['patientId'];
        }
        if (isset($raw['consents'])) {
            $this->consents = $raw['consents'];
        }
    }
}
