<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class IdentityDispute extends Record
{
    public string $id;
    /** The recorded values when the dispute was opened. */
    public PatientPapers $recorded;
    /** The values that the patient states. Null for fields that are not disputed. */
    public PatientPapers $stated;
    /** The reason given by the patient. */
    public string $reason;
    /** @var 'OPEN'|'RESOLVED'|'WITHDRAWN'|string */
    public string $status;
    /**
     * Which values the staff attested.
     *
     * @var 'RECORDED'|'STATED'|string
     */
    public ?string $attested;
    /** The document that the staff saw. */
    public ?string $document;
    public \DateTimeImmutable $createdAt;
    public ?\DateTimeImmutable $settledAt;
    public ?Person $settledBy;

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
        if (isset($raw['recorded'])) {
            $this->recorded = new PatientPapers($raw['recorded']);
        }
        if (isset($raw['stated'])) {
            $this->stated = new PatientPapers($raw['stated']);
        }
        if (isset($raw['reason'])) {
            $this->reason = $raw['reason'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        $this->attested = $raw['attested'] ?? null;
        $this->document = $raw['document'] ?? null;
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        $this->settledAt = isset($raw['settledAt']) ? new \DateTimeImmutable($raw['settledAt']) : null;
        $this->settledBy = isset($raw['settledBy']) ? new Person($raw['settledBy']) : null;
    }
}
