<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class VisitType extends Record
{
    public string $id;
    public string $name;
    /** The service with the price. */
    public string $serviceId;
    /** @var 'VIDEO'|'IN_PERSON'|'HOME'|'PHONE'|string */
    public string $mode;
    /** Duration in minutes; at most 120 if patients book it. */
    public int $durationMin;
    /** Minutes between two offered starts, counted from the opening. */
    public int $stepMin;
    /** Minutes kept free before a visit in offered times. */
    public int $bufferBeforeMin;
    /** Minutes kept free after a visit in offered times. */
    public int $bufferAfterMin;
    /** Minutes between now and the first offered start. */
    public int $minNoticeMin;
    /** Days from now to the last offered start. */
    public int $horizonDays;
    /** @var 'PATIENT'|'STAFF'|string */
    public string $bookableBy;
    /** Whether only patients without an earlier visit with the professional can book it. */
    public bool $newPatientsOnly;
    /**
     * The professionals who offer it; null for all doctors and dentists of the organisation.
     *
     * @var list<string>
     */
    public ?array $doctorIds;
    /** Whether it is offered. */
    public bool $active;
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
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        if (isset($raw['serviceId'])) {
            $this->serviceId = $raw['serviceId'];
        }
        if (isset($raw['mode'])) {
            $this->mode = $raw['mode'];
        }
        if (isset($raw['durationMin'])) {
            $this->durationMin = $raw['durationMin'];
        }
        if (isset($raw['stepMin'])) {
            $this->stepMin = $raw['stepMin'];
        }
        if (isset($raw['bufferBeforeMin'])) {
            $this->bufferBeforeMin = $raw['bufferBeforeMin'];
        }
        if (isset($raw['bufferAfterMin'])) {
            $this->bufferAfterMin = $raw['bufferAfterMin'];
        }
        if (isset($raw['minNoticeMin'])) {
            $this->minNoticeMin = $raw['minNoticeMin'];
        }
        if (isset($raw['horizonDays'])) {
            $this->horizonDays = $raw['horizonDays'];
        }
        if (isset($raw['bookableBy'])) {
            $this->bookableBy = $raw['bookableBy'];
        }
        if (isset($raw['newPatientsOnly'])) {
            $this->newPatientsOnly = $raw['newPatientsOnly'];
        }
        $this->doctorIds = $raw['doctorIds'] ?? null;
        if (isset($raw['active'])) {
            $this->active = $raw['active'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
