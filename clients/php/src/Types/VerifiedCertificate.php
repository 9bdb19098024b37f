<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class VerifiedCertificate extends Record
{
    public string $subject;
    /** SHA-256 of the certificate, in hex. */
    public string $fingerprint;
    /** Whether the certificate is self-signed. */
    public bool $selfSigned;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['subject'])) {
            $this->subject = $raw['subject'];
        }
        if (isset($raw['fingerprint'])) {
            $this->fingerprint = $raw['fingerprint'];
        }
        if (isset($raw['selfSigned'])) {
            $this->selfSigned = $raw['selfSigned'];
        }
    }
}
