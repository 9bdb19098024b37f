<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ClientUsage extends Record
{
    public string $clientId;
    /** Requests that count towards `perMinute` now. */
    public int $thisMinute;
    /** Requests that count towards `perDay`, since 00:00 UTC, up to a second ago. */
    public int $today;
    /** Requests in the period. */
    public int $requests;
    /** Requests in the period with a status of 400 or more. */
    public int $errors;
    /**
     * The hours with requests, oldest first.
     *
     * @var list<HourOfUsage>
     */
    public array $hours;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['clientId'])) {
            $this->clientId = $raw['clientId'];
        }
        if (isset($raw['thisMinute'])) {
            $this->thisMinute = $raw['thisMinute'];
        }
        if (isset($raw['today'])) {
            $this->today = $raw['today'];
        }
        if (isset($raw['requests'])) {
            $this->requests = $raw['requests'];
        }
        if (isset($raw['errors'])) {
            $this->errors = $raw['errors'];
        }
        if (isset($raw['hours'])) {
            $this->hours = array_map(static fn ($one) => new HourOfUsage($one), $raw['hours']);
        }
    }
}
