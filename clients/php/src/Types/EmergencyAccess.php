<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class EmergencyAccess extends Record
{
    public string $id;
    public string $patientId;
    /** Why the file was opened. The patient can read it. */
    public string $reason;
    public \DateTimeImmutable $since;
    public \DateTimeImmutable $until;

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
        if (isset($raw['reason'])) {
            $this->reason = $raw['reason'];
        }
        if (isset($raw['since'])) {
            $this->since = new \DateTimeImmutable($raw['since']);
        }
        if (isset($raw['until'])) {
            $this->until = new \DateTimeImmutable($raw['until']);
        }
    }
}
