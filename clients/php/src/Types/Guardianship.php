<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** A guardian has the rights of a patient for the dependant. */
final readonly class Guardianship extends Record
{
    public string $id;
    /** @var 'PARENT'|'GUARDIAN'|'CARER'|string */
    public string $kind;
    public Person $guardian;
    public Person $dependant;
    /** Whether the organisation or the dependant has confirmed the guardianship. If false, the guardian registered the dependant. */
    public bool $verified;
    public \DateTimeImmutable $since;
    /** Time at which the guardianship ended, or will end because the dependant is an adult. Null if unlimited. */
    public ?\DateTimeImmutable $until;
    /** Whether the guardian acts for the dependant now. */
    public bool $active;

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
        if (isset($raw['kind'])) {
            $this->kind = $raw['kind'];
        }
        if (isset($raw['guardian'])) {
            $this->guardian = new Person($raw['guardian']);
        }
        if (isset($raw['dependant'])) {
            $this->dependant = new Person($raw['dependant']);
        }
        if (isset($raw['verified'])) {
            $this->verified = $raw['verified'];
        }
        if (isset($raw['since'])) {
            $this->since = new \DateTimeImmutable($raw['since']);
        }
        $this->until = isset($raw['until']) ? new \DateTimeImmutable($raw['until']) : null;
        if (isset($raw['active'])) {
            $this->active = $raw['active'];
        }
    }
}
