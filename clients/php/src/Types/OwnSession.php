<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class OwnSession extends Record
{
    public string $id;
    public Organization $organization;
    /** The `User-Agent` header of the sign-in; null if there was none. */
    public ?string $userAgent;
    public \DateTimeImmutable $createdAt;
    /** When the session was last used, to the minute. */
    public \DateTimeImmutable $lastUsedAt;
    /** When the session ends unless it is used again. */
    public \DateTimeImmutable $expiresAt;
    /** Whether this call uses the session. */
    public bool $current;

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
        if (isset($raw['organization'])) {
            $this->organization = new Organization($raw['organization']);
        }
        $this->userAgent = $raw['userAgent'] ?? null;
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        if (isset($raw['lastUsedAt'])) {
            $this->lastUsedAt = new \DateTimeImmutable($raw['lastUsedAt']);
        }
        if (isset($raw['expiresAt'])) {
            $this->expiresAt = new \DateTimeImmutable($raw['expiresAt']);
        }
        if (isset($raw['current'])) {
            $this->current = $raw['current'];
        }
    }
}
