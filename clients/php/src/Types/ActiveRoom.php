<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ActiveRoom extends Record
{
    public string $appointmentId;
    /** @var 'ABSENT'|'PRESENT'|string */
    public string $practitioner;
    /**
     * WAITING: in the lobby, until the practitioner admits them. A guardian counts as the patient.
     *
     * @var 'ABSENT'|'WAITING'|'PRESENT'|string
     */
    public string $patient;
    /** Guests and observers in the lobby. */
    public int $guestsWaiting;
    /** Arrival of the participant who has waited longest. */
    public ?\DateTimeImmutable $waitingSince;
    /** Start of the video connection between practitioner and patient; null if they are not connected. */
    public ?\DateTimeImmutable $togetherSince;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['appointmentId'])) {
            $this->appointmentId = $raw['appointmentId'];
        }
        if (isset($raw['practitioner'])) {
            $this->practitioner = $raw['practitioner'];
        }
        if (isset($raw['patient'])) {
            $this->patient = $raw['patient'];
        }
        if (isset($raw['guestsWaiting'])) {
            $this->guestsWaiting = $raw['guestsWaiting'];
        }
        $this->waitingSince = isset($raw['waitingSince']) ? new \DateTimeImmutable($raw['waitingSince']) : null;
        $this->togetherSince = isset($raw['togetherSince']) ? new \DateTimeImmutable($raw['togetherSince']) : null;
    }
}
