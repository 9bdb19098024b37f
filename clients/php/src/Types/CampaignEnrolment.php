<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class CampaignEnrolment extends Record
{
    public string $id;
    public string $campaignId;
    public ?string $patientId;
    public ?string $leadId;
    public string $name;
    /** @var 'ACTIVE'|'COMPLETED'|'STOPPED'|string */
    public string $state;
    /**
     * Why the enrolment was STOPPED.
     *
     * @var 'CONSENT_WITHDRAWN'|'OPTED_OUT'|'REPLIED'|'ACCOUNT_DISABLED'|'BY_ADMINISTRATOR'|string
     */
    public ?string $stopReason;
    public int $stepsSent;
    public ?\DateTimeImmutable $lastSentAt;
    /** When the next step becomes due. The next run of the job sends it, unless it has faults. Null if no step follows, or the campaign is disabled. */
    public ?\DateTimeImmutable $nextAt;
    /** For leads: the proof of consent that the administrator gave; null if the lead consented in the form. */
    public ?string $consentSource;
    public string $enrolledBy;
    public \DateTimeImmutable $enrolledAt;
    public ?\DateTimeImmutable $endedAt;

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
        if (isset($raw['campaignId'])) {
            $this->campaignId = $raw['campaignId'];
        }
        $this->patientId = $raw['patientId'] ?? null;
        $this->leadId = $raw['leadId'] ?? null;
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        if (isset($raw['state'])) {
            $this->state = $raw['state'];
        }
        $this->stopReason = $raw['stopReason'] ?? null;
        if (isset($raw['stepsSent'])) {
            $this->stepsSent = $raw['stepsSent'];
        }
        $this->lastSentAt = isset($raw['lastSentAt']) ? new \DateTimeImmutable($raw['lastSentAt']) : null;
        $this->nextAt = isset($raw['nextAt']) ? new \DateTimeImmutable($raw['nextAt']) : null;
        $this->consentSource = $raw['consentSource'] ?? null;
        if (isset($raw['enrolledBy'])) {
            $this->enrolledBy = $raw['enrolledBy'];
        }
        if (isset($raw['enrolledAt'])) {
            $this->enrolledAt = new \DateTimeImmutable($raw['enrolledAt']);
        }
        $this->endedAt = isset($raw['endedAt']) ? new \DateTimeImmutable($raw['endedAt']) : null;
    }
}
