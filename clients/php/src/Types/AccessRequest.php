<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class AccessRequest extends Record
{
    public string $id;
    public string $organization;
    public string $contactName;
    public string $email;
    public string $purpose;
    public bool $sandboxOnly;
    /** @var 'PENDING'|'GRANTED'|'REFUSED'|string */
    public string $status;
    public \DateTimeImmutable $createdAt;
    public ?\DateTimeImmutable $decidedAt;
    public ?string $decidedBy;
    /** The reason of a refusal, if one was given. */
    public ?string $reason;
    /** The organisation that was created. */
    public ?string $tenantId;
    /** The first client of the organisation. */
    public ?string $clientId;

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
            $this->organization = $raw['organization'];
        }
        if (isset($raw['contactName'])) {
            $this->contactName = $raw['contactName'];
        }
        if (isset($raw['email'])) {
            $this->email = $raw['email'];
        }
        if (isset($raw['purpose'])) {
            $this->purpose = $raw['purpose'];
        }
        if (isset($raw['sandboxOnly'])) {
            $this->sandboxOnly = $raw['sandboxOnly'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        $this->decidedAt = isset($raw['decidedAt']) ? new \DateTimeImmutable($raw['decidedAt']) : null;
        $this->decidedBy = $raw['decidedBy'] ?? null;
        $this->reason = $raw['reason'] ?? null;
        $this->tenantId = $raw['tenantId'] ?? null;
        $this->clientId = $raw['clientId'] ?? null;
    }
}
