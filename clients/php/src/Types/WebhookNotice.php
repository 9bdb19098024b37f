<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class WebhookNotice extends Record
{
    /** @var 'FAILING'|'DISABLED'|'GONE'|string */
    public string $kind;
    public \DateTimeImmutable $at;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['kind'])) {
            $this->kind = $raw['kind'];
        }
        if (isset($raw['at'])) {
            $this->at = new \DateTimeImmutable($raw['at']);
        }
    }
}
