<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class AuditEntry extends Record
{
    public string $id;
    public \DateTimeImmutable $at;
    /** The id of the user. `platform` for internal applications; for a guest, the id of the invitation. */
    public string $userId;
    /** The current name of the user, if the user belongs to the tenant. */
    public ?string $userName;
    public string $clientId;
    /** The operation, the path of a hook, or an action in a room: `joinRoom`, `admitToRoom`, `endConsultation` … */
    public string $operation;
    /** `OK`, `REPLAYED` for a replayed answer, or the error code. */
    public string $outcome;
    /** The id of the record. */
    public ?string $subjectId;
    /**
     * Patients whose data was shown or changed.
     *
     * @var list<string>
     */
    public array $patientIds;
    /** IP address of the caller. */
    public ?string $address;
    public string $requestId;
    /** Whether the entry is in the hash chain. Takes about a minute. */
    public bool $sealed;

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
        if (isset($raw['at'])) {
            $this->at = new \DateTimeImmutable($raw['at']);
        }
        if (isset($raw['userId'])) {
            $this->userId = $raw['userId'];
        }
        $this->userName = $raw['userName'] ?? null;
        if (isset($raw['clientId'])) {
            $this->clientId = $raw['clientId'];
        }
        if (isset($raw['operation'])) {
            $this->operation = $raw['operation'];
        }
        if (isset($raw['outcome'])) {
            $this->outcome = $raw['outcome'];
        }
        $this->subjectId = $raw['subjectId'] ?? null;
        if (isset($raw['patientIds'])) {
            $this->patientIds = $raw['patientIds'];
        }
        $this->address = $raw['address'] ?? null;
        if (isset($raw['requestId'])) {
            $this->requestId = $raw['requestId'];
        }
        if (isset($raw['sealed'])) {
            $this->sealed = $raw['sealed'];
        }
    }
}
