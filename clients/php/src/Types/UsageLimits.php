<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class UsageLimits extends Record
{
    /** Requests of each client in a minute. */
    public int $perMinute;
    /** Requests of each client in a day; null if unlimited. */
    public ?int $perDay;
    /** The maximum number of webhooks of the organisation. */
    public int $webhooks;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['perMinute'])) {
            $this->perMinute = $raw['perMinute'];
        }
        $this->perDay = $raw['perDay'] ?? null;
        if (isset($raw['webhooks'])) {
            $this->webhooks = $raw['webhooks'];
        }
    }
}
