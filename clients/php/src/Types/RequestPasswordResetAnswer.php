<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class RequestPasswordResetAnswer extends Record
{
    /** A secret of this request, which `resetPassword` needs together with the code. */
    public string $resetId;
    public \DateTimeImmutable $expiresAt;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['resetId'])) {
            $this->resetId = $raw['resetId'];
        }
        if (isset($raw['expiresAt'])) {
            $this->expiresAt = new \DateTimeImmutable($raw['expiresAt']);
        }
    }
}
