<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Identifier extends Record
{
    public string $label;
    public string $value;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['label'])) {
            $this->label = $raw['label'];
        }
        if (isset($raw['value'])) {
            $this->value = $raw['value'];
        }
    }
}
