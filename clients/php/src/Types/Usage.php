<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Usage extends Record
{
    /** @var 'STARTER'|'PRO'|'ENTERPRISE'|string */
    public string $plan;
    public UsageLimits $limits;
    /** Webhooks that the organisation has. */
    public int $webhooks;
    /** The start of the period. */
    public \DateTimeImmutable $since;
    /**
     * At most 100 clients, those with most requests first.
     *
     * @var list<ClientUsage>
     */
    public array $clients;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['plan'])) {
            $this->plan = $raw['plan'];
        }
        if (isset($raw['limits'])) {
            $this->limits = new UsageLimits($raw['limits']);
        }
        if (isset($raw['webhooks'])) {
            $this->webhooks = $raw['webhooks'];
        }
        if (isset($raw['since'])) {
            $this->since = new \DateTimeImmutable($raw['since']);
        }
        if (isset($raw['clients'])) {
            $this->clients = array_map(static fn ($one) => new ClientUsage($one), $raw['clients']);
        }
    }
}
