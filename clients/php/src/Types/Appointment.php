<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Appointment extends Record
{
    public string $id;
    public string $doctorId;
    public string $patientId;
    public \DateTimeImmutable $startTime;
    public \DateTimeImmutable $endTime;
    /** @var 'SCHEDULED'|'CONFIRMED'|'IN_PROGRESS'|'COMPLETED'|'CANCELLED'|'NO_SHOW'|string */
    public string $status;
    /** Always null for the front desk. */
    public ?string $notes;
    public string $videoRoomId;
    /** Whether the visit was recorded after it took place. */
    public bool $pastVisit;
    /** Whether the appointment is proposed: a professional who does not treat the patient booked it, and the patient has not accepted it yet. */
    public bool $proposed;
    public ?string $visitTypeId;
    public ?string $placeId;
    /**
     * Only visits by video have a room that can be joined.
     *
     * @var 'VIDEO'|'IN_PERSON'|'HOME'|'PHONE'|string
     */
    public string $mode;
    /** Why the patient comes. */
    public ?string $visitReason;
    /** Whether the patient cancelled late, by the booking policy of the organisation. */
    public bool $lateCancel;
    /** How often the appointment was moved. */
    public int $movedCount;
    /** The series to which it belongs. */
    public ?string $seriesId;
    public Person $patient;
    public Person $doctor;

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
        if (isset($raw['doctorId'])) {
            $this->doctorId = $raw['doctorId'];
        }
        if (isset($raw['patientId'])) {
            $this->patientId = $raw['patientId'];
        }
        if (isset($raw['startTime'])) {
            $this->startTime = new \DateTimeImmutable($raw['startTime']);
        }
        if (isset($raw['endTime'])) {
            $this->endTime = new \DateTimeImmutable($raw['endTime']);
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        $this->notes = $raw['notes'] ?? null;
        if (isset($raw['videoRoomId'])) {
            $this->videoRoomId = $raw['videoRoomId'];
        }
        if (isset($raw['pastVisit'])) {
            $this->pastVisit = $raw['pastVisit'];
        }
        if (isset($raw['proposed'])) {
            $this->proposed = $raw['proposed'];
        }
        $this->visitTypeId = $raw['visitTypeId'] ?? null;
        $this->placeId = $raw['placeId'] ?? null;
        if (isset($raw['mode'])) {
            $this->mode = $raw['mode'];
        }
        $this->visitReason = $raw['visitReason'] ?? null;
        if (isset($raw['lateCancel'])) {
            $this->lateCancel = $raw['lateCancel'];
        }
        if (isset($raw['movedCount'])) {
            $this->movedCount = $raw['movedCount'];
        }
        $this->seriesId = $raw['seriesId'] ?? null;
        if (isset($raw['patient'])) {
            $this->patient = new Person($raw['patient']);
        }
        if (isset($raw['doctor'])) {
            $this->doctor = new Person($raw['doctor']);
        }
    }
}
