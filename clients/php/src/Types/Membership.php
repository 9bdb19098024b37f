<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Membership extends Record
{
    public Organization $organization;
    /** @var 'PATIENT'|'DOCTOR'|'DENTIST'|'PHARMACIST'|'LABORATORY'|'RECEPTIONIST'|'ADMIN'|string */
    public string $role;
    /** Whether the token belongs to this organisation. */
    public bool $current;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['organization'])) {
            $this->organization = new Organization($raw['organization']);
        }
        if (isset($raw['role'])) {
            $this->role = $raw['role'];
        }
        if (isset($raw['current'])) {
            $this->current = $raw['current'];
        }
    }
}
