<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Member extends Record
{
    public string $id;
    /** Null if unknown, or if the caller may not see it. */
    public ?string $email;
    public string $name;
    /** @var 'PATIENT'|'DOCTOR'|'DENTIST'|'PHARMACIST'|'LABORATORY'|'RECEPTIONIST'|'ADMIN'|string */
    public string $role;
    public string $tenantId;
    /** For professionals: whether an administrator has verified them. */
    public bool $verified;
    public bool $disabled;
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
        $this->email = $raw['email'] ?? null;
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        if (isset($raw['role'])) {
            $this->role = $raw['role'];
        }
        if (isset($raw['tenantId'])) {
            $this->tenantId = $raw['tenantId'];
        }
        if (isset($raw['verified'])) {
            $this->verified = $raw['verified'];
        }
        if (isset($raw['disabled'])) {
            $this->disabled = $raw['disabled'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
