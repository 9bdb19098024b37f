<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** The user that the client acts as. */
final readonly class ClientUser extends Record
{
    public string $id;
    public string $name;
    /** @var 'PATIENT'|'DOCTOR'|'DENTIST'|'PHARMACIST'|'LABORATORY'|'RECEPTIONIST'|'ADMIN'|string */
    public string $role;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['id'])) {
            $this->id = $raw['id'];
        }
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        if (isset($raw['role'])) {
            $this->role = $raw['role'];
        }
    }
}
