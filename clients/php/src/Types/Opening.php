<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Opening extends Record
{
    public string $doctorId;
    /** @var list<OpeningRule> */
    public array $rules;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['doctorId'])) {
            $this->doctorId = $raw['doctorId'];
        }
        if (isset($raw['rules'])) {
            $this->rules = array_map(static fn ($one) => new OpeningRule($one), $raw['rules']);
        }
    }
}
