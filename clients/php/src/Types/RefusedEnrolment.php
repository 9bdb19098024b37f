<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class RefusedEnrolment extends Record
{
    /** The id of the patient or lead. */
    public string $id;
    /** @var 'NO_CONSENT'|'OPTED_OUT'|'ACCOUNT_DISABLED'|'ALREADY_ENROLLED'|string */
    public string $reason;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['id'])) {
            $this->id = $raw['id'];
        }
        if (isset($raw['reason'])) {
            $this->reason = $raw['reason'];
        }
    }
}
