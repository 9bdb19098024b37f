<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class HourOfUsage extends Record
{
    /** The start of the hour. */
    public \DateTimeImmutable $at;
    public int $requests;
    /** Requests with a status of 400 or more. */
    public int $errors;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['at'])) {
            $this->at = new \DateTimeImmutable($raw['at']);
        }
        if (isset($raw['requests'])) {
            $this->requests = $raw['requests'];
        }
        if (isset($raw['errors'])) {
            $this->errors = $raw['errors'];
        }
    }
}
