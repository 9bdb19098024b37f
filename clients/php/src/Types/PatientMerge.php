<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class PatientMerge extends Record
{
    /** The id of the merged record. It now refers to the survivor. */
    public string $id;
    /** The name of the merged record. */
    public string $name;
    public string $survivorId;
    public string $reason;
    public \DateTimeImmutable $mergedAt;
    public Person $mergedBy;
    /**
     * The keys of the rows that moved, by table and column.
     *
     * @var array<string, list<string>>
     */
    public array $moved;
    /**
     * Both records before the merge, by id: user, contact, identity and consents, and rows that only one of them could keep (enrolments, relationships, guardianships between the two).
     *
     * @var array<string, array<string, mixed>>
     */
    public array $replaced;

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
        if (isset($raw['survivorId'])) {
            $this->survivorId = $raw['survivorId'];
        }
        if (isset($raw['reason'])) {
            $this->reason = $raw['reason'];
        }
        if (isset($raw['mergedAt'])) {
            $this->mergedAt = new \DateTimeImmutable($raw['mergedAt']);
        }
        if (isset($raw['mergedBy'])) {
            $this->mergedBy = new Person($raw['mergedBy']);
        }
        if (isset($raw['moved'])) {
            $this->moved = $raw['moved'];
        }
        if (isset($raw['replaced'])) {
            $this->replaced = $raw['replaced'];
        }
    }
}
