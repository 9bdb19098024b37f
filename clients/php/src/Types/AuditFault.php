<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class AuditFault extends Record
{
    /**
     * EDITED, REMOVED: an entry. SEAL_EDITED, SEAL_REMOVED: a seal of the chain. SEALED_AGAIN: the position of the sealer was set back. KEY_MISSING: the master key of the seal is no longer configured.
     *
     * @var 'EDITED'|'REMOVED'|'SEAL_EDITED'|'SEAL_REMOVED'|'SEALED_AGAIN'|'KEY_MISSING'|string
     */
    public string $kind;
    /** The id of the entry, or the number of the seal. */
    public string $subject;
    public string $detail;

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
        if (isset($raw['subject'])) {
            $this->subject = $raw['subject'];
        }
        if (isset($raw['detail'])) {
            $this->detail = $raw['detail'];
        }
    }
}
