<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class PublicPlace extends Record
{
    public string $name;
    public string $city;
    public string $timeZone;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        if (isset($raw['city'])) {
            $this->city = $raw['city'];
        }
        if (isset($raw['timeZone'])) {
            $this->timeZone = $raw['timeZone'];
        }
    }
}
