<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class RegisteredPatient extends Record
{
    public string $id;
    public string $name;
    public string $birthDate;
    public ?string $email;
    public ?string $phone;
    public \DateTimeImmutable $createdAt;
    /** The time of registration. */
    public \DateTimeImmutable $lastActivityAt;

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
        if (isset($raw['birthDate'])) {
            $this->birthDate = $raw['birthDate'];
        }
        $this->email = $raw['email'] ?? null;
        $this->phone = $raw['phone'] ?? null;
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        if (isset($raw['lastActivityAt'])) {
            $this->lastActivityAt = new \DateTimeImmutable($raw['lastActivityAt']);
        }
    }
}
