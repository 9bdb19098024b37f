<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Delivery extends Record
{
    public string $id;
    public string $webhookId;
    public string $eventId;
    public string $event;
    /** Whether this is a test event with fictitious data. */
    public bool $test;
    /**
     * PENDING: waits for `nextAttemptAt`. HELD: waits until the webhook is enabled. FAILED: four attempts have failed. CANCELLED: the webhook was deleted, or its client could not read the event when the delivery was due.
     *
     * @var 'PENDING'|'SENDING'|'SUCCEEDED'|'FAILED'|'HELD'|'CANCELLED'|string
     */
    public string $state;
    /** How many attempts were started. */
    public int $attempt;
    /**
     * What caused the delivery: the event, a resend or a recovery.
     *
     * @var 'AUTO'|'MANUAL'|'RECOVERY'|string
     */
    public string $trigger;
    /** When the next attempt of a PENDING delivery is due. */
    public ?\DateTimeImmutable $nextAttemptAt;
    /** The HTTP status of the last response, if there was one. */
    public ?int $lastStatus;
    /**
     * The reason the last attempt failed.
     *
     * @var 'http_error'|'timeout'|'connection_refused'|'connection_reset'|'unreachable'|'dns_error'|'tls_error'|'blocked_address'|'invalid_response'|'lease_lost'|'interrupted'|'internal_error'|string
     */
    public ?string $lastError;
    public \DateTimeImmutable $createdAt;
    public ?\DateTimeImmutable $finishedAt;

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
        if (isset($raw['webhookId'])) {
            $this->webhookId = $raw['webhookId'];
        }
        if (isset($raw['eventId'])) {
            $this->eventId = $raw['eventId'];
        }
        if (isset($raw['event'])) {
            $this->event = $raw['event'];
        }
        if (isset($raw['test'])) {
            $this->test = $raw['test'];
        }
        if (isset($raw['state'])) {
            $this->state = $raw['state'];
        }
        if (isset($raw['attempt'])) {
            $this->attempt = $raw['attempt'];
        }
        if (isset($raw['trigger'])) {
            $this->trigger = $raw['trigger'];
        }
        $this->nextAttemptAt = isset($raw['nextAttemptAt']) ? new \DateTimeImmutable($raw['nextAttemptAt']) : null;
        $this->lastStatus = $raw['lastStatus'] ?? null;
        $this->lastError = $raw['lastError'] ?? null;
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        $this->finishedAt = isset($raw['finishedAt']) ? new \DateTimeImmutable($raw['finishedAt']) : null;
    }
}
