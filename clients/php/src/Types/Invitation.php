<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Invitation extends Record
{
    public string $id;
    public string $email;
    public string $name;
    /** @var 'DOCTOR'|'DENTIST'|'PHARMACIST'|'LABORATORY'|'RECEPTIONIST'|'ADMIN'|string */
    public string $role;
    public bool $licenceChecked;
    /** @var 'PENDING'|'ACCEPTED'|'REVOKED'|'EXPIRED'|string */
    public string $status;
    public \DateTimeImmutable $createdAt;
    public \DateTimeImmutable $expiresAt;
    /** The user who accepted the invitation. Null until then. */
    public ?string $userId;

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
        if (isset($raw['email'])) {
            $this->email = $raw['email'];
        }
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        if (isset($raw['role'])) {
            $this->role = $raw['role'];
        }
        if (isset($raw['licenceChecked'])) {
            $this->licenceChecked = $raw['licenceChecked'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        if (isset($raw['expiresAt'])) {
            $this->expiresAt = new \DateTimeImmutable($raw['expiresAt']);
        }
        $this->userId = $raw['userId'] ?? null;
    }
}
