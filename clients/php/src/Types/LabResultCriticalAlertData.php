<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class LabResultCriticalAlertData extends Record
{
    public string $labResultId;
    public string $param;
    public float $value;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['labResultId'])) {
            $this->labResultId = $raw['labResultId'];
        }
        if (isset($raw['param'])) {
            $this->param = $raw['param'];
        }
        if (isset($raw['value'])) {
            $this->value = $raw['value'];
        }
    }
}
