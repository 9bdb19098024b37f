<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** A lab result that was entered. Callers who may change it but not read it get only the required fields: an administrator who has not opened the file of the patient, and a laboratory that cancelled it. */
final readonly class EnteredLabResult extends Record
{
    public string $id;
    public string $labOrderId;
    public ?\DateTimeImmutable $enteredAt;
    /** When the results were released to the patient; null until then. */
    public ?\DateTimeImmutable $releasedAt;
    /** @var list<LabValue> */
    public ?array $results;

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
        if (isset($raw['labOrderId'])) {
            $this->labOrderId = $raw['labOrderId'];
        }
        $this->enteredAt = isset($raw['enteredAt']) ? new \DateTimeImmutable($raw['enteredAt']) : null;
        $this->releasedAt = isset($raw['releasedAt']) ? new \DateTimeImmutable($raw['releasedAt']) : null;
        $this->results = isset($raw['results']) ? array_map(static fn ($one) => new LabValue($one), $raw['results']) : null;
    }
}
