<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class OpenIdentityDispute extends Record
{
    /** The values that the patient states. Null for fields that are not disputed. */
    public PatientPapers $stated;
    /** The reason given by the patient. */
    public string $reason;
    public \DateTimeImmutable $createdAt;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['stated'])) {
            $this->stated = new PatientPapers($raw['stated']);
        }
        if (isset($raw['reason'])) {
            $this->reason = $raw['reason'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
