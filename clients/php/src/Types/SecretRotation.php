<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class SecretRotation extends Record
{
    /** @var 'NEXT'|'PREVIOUS'|string */
    public string $state;
    public \DateTimeImmutable $until;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['state'])) {
            $this->state = $raw['state'];
        }
        if (isset($raw['until'])) {
            $this->until = new \DateTimeImmutable($raw['until']);
        }
    }
}
