<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** A professional who treats or treated a patient, or an administrator who opened the file. */
final readonly class CareRelationship extends Record
{
    public Person $professional;
    /**
     * Every basis so far.
     *
     * @var list<'BOOKED_BY_PATIENT'|'VISITED'|'REFERRED'|'REGISTERED'|'CONSENTED'|'EMERGENCY'|'ADMINISTRATION'|string>
     */
    public array $bases;
    public \DateTimeImmutable $since;
    /** Time at which access ends or ended. */
    public \DateTimeImmutable $until;
    /** Whether the professional may read the file now. */
    public bool $active;
    /**
     * Emergency accesses of the professional, or accesses of the administrator with a reason.
     *
     * @var list<Emergency>
     */
    public array $emergencies;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['professional'])) {
            $this->professional = new Person($raw['professional']);
        }
        if (isset($raw['bases'])) {
            $this->bases = $raw['bases'];
        }
        if (isset($raw['since'])) {
            $this->since = new \DateTimeImmutable($raw['since']);
        }
        if (isset($raw['until'])) {
            $this->until = new \DateTimeImmutable($raw['until']);
        }
        if (isset($raw['active'])) {
            $this->active = $raw['active'];
        }
        if (isset($raw['emergencies'])) {
            $this->emergencies = array_map(static fn ($one) => new Emergency($one), $raw['emergencies']);
        }
    }
}
