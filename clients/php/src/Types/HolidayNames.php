<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class HolidayNames extends Record
{
    public string $fr;
    public string $ar;
    public string $en;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['fr'])) {
            $this->fr = $raw['fr'];
        }
        if (isset($raw['ar'])) {
            $this->ar = $raw['ar'];
        }
        if (isset($raw['en'])) {
            $this->en = $raw['en'];
        }
    }
}
