<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ReadCacheHealthAnswer extends Record
{
    public bool $ok;
    public string $service;
    public float $latencyMs;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['ok'])) {
            $this->ok = $raw['ok'];
        }
        if (isset($raw['service'])) {
            $this->service = $raw['service'];
        }
        if (isset($raw['latencyMs'])) {
            $this->latencyMs = $raw['latencyMs'];
        }
    }
}
