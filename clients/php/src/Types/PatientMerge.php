<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class PatientMerge extends Record
{
    /** The id that was merged away. It means the survivor now. */
    public string $id;
    /** The name of the record that was merged away. */
    public string $name;
    public string $survivorId;
    public string $reason;
    public \DateTimeImmutable $mergedAt;
    public Person $mergedBy;
    /**
     * The keys of the records that moved, by table and column.
     *
     * @var array<string, list<string>>
     */
    public array $moved;
    /**
     * Both records as they were, by id: user, contact, identity, consents, and what could exist only once (enrolments, relationships, guardianships between both).
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
