<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Patient extends Record
{
    public string $id;
    public string $name;
    /** Visible to administrators, the front desk and the patient. Null for other callers, or if unknown. */
    public ?string $email;
    /** As in the identity of the patient. Null if unknown. */
    public ?string $birthDate;
    public \DateTimeImmutable $createdAt;

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
        $this->email = $raw['email'] ?? null;
        $this->birthDate = $raw['birthDate'] ?? null;
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
