<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class LabOrderCreatedData extends Record
{
    public string $labOrderId;
    /** @var list<string> */
    public array $tests;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['labOrderId'])) {
            $this->labOrderId = $raw['labOrderId'];
        }
        if (isset($raw['tests'])) {
            $this->tests = $raw['tests'];
        }
    }
}
