<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class LabResult extends Record
{
    public string $id;
    public string $labOrderId;
    public \DateTimeImmutable $enteredAt;
    /** When the results were released to the patient; null until then. */
    public ?\DateTimeImmutable $releasedAt;
    /** @var list<LabValue> */
    public array $results;

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
        if (isset($raw['enteredAt'])) {
            $this->enteredAt = new \DateTimeImmutable($raw['enteredAt']);
        }
        $this->releasedAt = isset($raw['releasedAt']) ? new \DateTimeImmutable($raw['releasedAt']) : null;
        if (isset($raw['results'])) {
            $this->results = array_map(static fn ($one) => new LabValue($one), $raw['results']);
        }
    }
}
