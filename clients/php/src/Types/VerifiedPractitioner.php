<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class VerifiedPractitioner extends Record
{
    public string $name;
    /** @var 'DOCTOR'|'DENTIST'|string */
    public string $role;
    public ?string $specialty;
    public ?string $licenceNumber;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        if (isset($raw['role'])) {
            $this->role = $raw['role'];
        }
        $this->specialty = $raw['specialty'] ?? null;
        $this->licenceNumber = $raw['licenceNumber'] ?? null;
    }
}
