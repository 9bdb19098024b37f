<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class PrescriptionCreatedData extends Record
{
    public string $prescriptionId;
    public string $medication;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['prescriptionId'])) {
            $this->prescriptionId = $raw['prescriptionId'];
        }
        if (isset($raw['medication'])) {
            $this->medication = $raw['medication'];
        }
    }
}
