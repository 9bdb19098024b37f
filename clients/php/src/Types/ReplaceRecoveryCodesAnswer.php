<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ReplaceRecoveryCodesAnswer extends Record
{
    /**
     * Ten codes, each for one sign-in without the device. Keep them apart from the device. Null in a replay, because secrets are shown once.
     *
     * @var list<string>
     */
    public ?array $recoveryCodes;
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
        $this->recoveryCodes = $raw['recoveryCodes'] ?? null;
        $this->notice = $raw['notice'] ?? null;
    }
}
