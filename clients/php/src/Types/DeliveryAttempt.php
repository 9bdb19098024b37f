<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class DeliveryAttempt extends Record
{
    public int $attempt;
    /** Whether the request went to `redundantUrl`, after `url` had failed. */
    public bool $redundant;
    public \DateTimeImmutable $at;
    public int $durationMs;
    public ?int $status;
    /**
     * The reason the attempt failed.
     *
     * @var 'http_error'|'timeout'|'connection_refused'|'connection_reset'|'unreachable'|'dns_error'|'tls_error'|'blocked_address'|'invalid_response'|'lease_lost'|'interrupted'|'internal_error'|string
     */
    public ?string $error;
    /** The beginning of the response to a failed attempt. */
    public ?string $responseHead;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['attempt'])) {
            $this->attempt = $raw['attempt'];
        }
        if (isset($raw['redundant'])) {
            $this->redundant = $raw['redundant'];
        }
        if (isset($raw['at'])) {
            $this->at = new \DateTimeImmutable($raw['at']);
        }
        if (isset($raw['durationMs'])) {
            $this->durationMs = $raw['durationMs'];
        }
        $this->status = $raw['status'] ?? null;
        $this->error = $raw['error'] ?? null;
        $this->responseHead = $raw['responseHead'] ?? null;
    }
}
