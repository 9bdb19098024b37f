<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class EventDelivery extends Record
{
    public string $id;
    public string $webhookId;
    /** @var 'PENDING'|'SENDING'|'SUCCEEDED'|'FAILED'|'HELD'|'CANCELLED'|string */
    public string $state;
    public int $attempt;
    /** @var 'AUTO'|'MANUAL'|'RECOVERY'|string */
    public string $trigger;
    public ?int $lastStatus;
    /** @var 'http_error'|'timeout'|'connection_refused'|'connection_reset'|'unreachable'|'dns_error'|'tls_error'|'blocked_address'|'invalid_response'|'lease_lost'|'interrupted'|'internal_error'|string */
    public ?string $lastError;
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
        if (isset($raw['state'])) {
            $this->state = $raw['state'];
        }
        if (isset($raw['attempt'])) {
            $this->attempt = $raw['attempt'];
        }
        if (isset($raw['trigger'])) {
            $this->trigger = $raw['trigger'];
        }
        $this->lastStatus = $raw['lastStatus'] ?? null;
        $this->lastError = $raw['lastError'] ?? null;
        $this->finishedAt = isset($raw['finishedAt']) ? new \DateTimeImmutable($raw['finishedAt']) : null;
    }
}
