<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class WaitlistEntry extends Record
{
    public string $id;
    public string $patientId;
    public string $visitTypeId;
    /** Null for any professional who offers the type. */
    public ?string $doctorId;
    public ?string $city;
    public ?string $specialty;
    public string $firstDay;
    public string $lastDay;
    /**
     * Null for all.
     *
     * @var list<int>
     */
    public ?array $weekdays;
    public ?string $from;
    public ?string $to;
    /** Urgent entries come first. Only the staff sets it. */
    public bool $urgent;
    /** @var 'WAITING'|'OFFERED'|'BOOKED'|'LEFT'|'EXPIRED'|string */
    public string $status;
    /** The time that is held for the patient. */
    public ?WaitlistOffer $offer;
    public Person $patient;
    public \DateTimeImmutable $createdAt;

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
        if (isset($raw['visitTypeId'])) {
            $this->visitTypeId = $raw['visitTypeId'];
        }
        $this->doctorId = $raw['doctorId'] ?? null;
        $this->city = $raw['city'] ?? null;
        $this->specialty = $raw['specialty'] ?? null;
        if (isset($raw['firstDay'])) {
            $this->firstDay = $raw['firstDay'];
        }
        if (isset($raw['lastDay'])) {
            $this->lastDay = $raw['lastDay'];
        }
        $this->weekdays = $raw['weekdays'] ?? null;
        $this->from = $raw['from'] ?? null;
        $this->to = $raw['to'] ?? null;
        if (isset($raw['urgent'])) {
            $this->urgent = $raw['urgent'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        $this->offer = isset($raw['offer']) ? new WaitlistOffer($raw['offer']) : null;
        if (isset($raw['patient'])) {
            $this->patient = new Person($raw['patient']);
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
