<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class StepFault extends Record
{
    /** @var list<string> */
    public array $path;
    public string $message;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['path'])) {
            $this->path = $raw['path'];
        }
        if (isset($raw['message'])) {
            $this->message = $raw['message'];
        }
    }
}
