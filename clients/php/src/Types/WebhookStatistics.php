<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class WebhookStatistics extends Record
{
    public int $hours;
    public int $succeeded;
    public int $failed;
    /** The share of successful requests. Null if there were no requests. */
    public ?float $successRate;
    public ?int $p50Ms;
    public ?int $p99Ms;
    /** Deliveries that are waiting or being sent. */
    public int $pending;
    /** Deliveries held until the webhook is enabled. */
    public int $held;
    /** How long the oldest pending delivery has been due. Null if none is due. */
    public ?int $oldestPendingSec;
    /** When the first request failed after the last success. */
    public ?\DateTimeImmutable $failingSince;
    /** When a request last succeeded, to the minute. */
    public ?\DateTimeImmutable $lastSuccessAt;
    /** When the next pending delivery is due. */
    public ?\DateTimeImmutable $nextAttemptAt;
    /**
     * At most 20 notices about the webhook, newest first. FAILING: it will be disabled unless it recovers. DISABLED: it was disabled for failing. GONE: it was disabled because it answered 410.
     *
     * @var list<WebhookNotice>
     */
    public array $notices;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['hours'])) {
            $this->hours = $raw['hours'];
        }
        if (isset($raw['succeeded'])) {
            $this->succeeded = $raw['succeeded'];
        }
        if (isset($raw['failed'])) {
            $this->failed = $raw['failed'];
        }
        $this->successRate = $raw['successRate'] ?? null;
        $this->p50Ms = $raw['p50Ms'] ?? null;
        $this->p99Ms = $raw['p99Ms'] ?? null;
        if (isset($raw['pending'])) {
            $this->pending = $raw['pending'];
        }
        if (isset($raw['held'])) {
            $this->held = $raw['held'];
        }
        $this->oldestPendingSec = $raw['oldestPendingSec'] ?? null;
        $this->failingSince = isset($raw['failingSince']) ? new \DateTimeImmutable($raw['failingSince']) : null;
        $this->lastSuccessAt = isset($raw['lastSuccessAt']) ? new \DateTimeImmutable($raw['lastSuccessAt']) : null;
        $this->nextAttemptAt = isset($raw['nextAttemptAt']) ? new \DateTimeImmutable($raw['nextAttemptAt']) : null;
        if (isset($raw['notices'])) {
            $this->notices = array_map(static fn ($one) => new WebhookNotice($one), $raw['notices']);
        }
    }
}
