<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class AddExceptionAnswer extends Record
{
    public OpeningException $exception;
    /** @var list<string> */
    public array $affected;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['exception'])) {
            $this->exception = new OpeningException($raw['exception']);
        }
        if (isset($raw['affected'])) {
            $this->affected = $raw['affected'];
        }
    }
}
