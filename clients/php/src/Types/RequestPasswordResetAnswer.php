<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class RequestPasswordResetAnswer extends Record
{
    /** A secret of this request, which `resetPassword` needs together with the code. Null in a replay, because secrets are shown once. */
    public ?string $resetId;
    public \DateTimeImmutable $expiresAt;
    /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
    public ?string $notice;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        $this->resetId = $raw['resetId'] ?? null;
        if (isset($raw['expiresAt'])) {
            $this->expiresAt = new \DateTimeImmutable($raw['expiresAt']);
        }
        $this->notice = $raw['notice'] ?? null;
    }
}
