<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** A medical condition of a patient. */
final readonly class Condition extends Record
{
    public string $id;
    public string $patientId;
    public string $name;
    /** First day, if known. */
    public ?string $since;
    /** Whether the condition is chronic. Patients with an ACTIVE long-term condition are recalled after 90 days without activity. */
    public bool $longTerm;
    /** @var 'ACTIVE'|'RESOLVED'|string */
    public string $status;
    public Person $recordedBy;
    /** Set if an administrator marked the condition as wrong. */
    public ?ConditionStrike $struck;
    public \DateTimeImmutable $createdAt;
    public \DateTimeImmutable $updatedAt;

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
        if (isset($raw['patientId'])) {
            $this->patientId = $raw['patientId'];
        }
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        $this->since = $raw['since'] ?? null;
        if (isset($raw['longTerm'])) {
            $this->longTerm = $raw['longTerm'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        if (isset($raw['recordedBy'])) {
            $this->recordedBy = new Person($raw['recordedBy']);
        }
        $this->struck = isset($raw['struck']) ? new ConditionStrike($raw['struck']) : null;
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        if (isset($raw['updatedAt'])) {
            $this->updatedAt = new \DateTimeImmutable($raw['updatedAt']);
        }
    }
}
