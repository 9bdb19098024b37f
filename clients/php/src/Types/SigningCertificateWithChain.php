<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class SigningCertificateWithChain extends Record
{
    public string $id;
    /** The holder; null if the organisation holds the certificate. */
    public ?Person $practitioner;
    public string $subject;
    /** SHA-256 of the certificate, as lowercase hex. */
    public string $fingerprint;
    /** Whether the certificate is its own issuer. */
    public bool $selfSigned;
    public \DateTimeImmutable $validFrom;
    public \DateTimeImmutable $validUntil;
    /** Whether the certificate is in use, and has expired or expires within 30 days. */
    public bool $expiresSoon;
    /** @var 'IN_USE'|'RETIRED'|string */
    public string $status;
    public \DateTimeImmutable $createdAt;
    public ?\DateTimeImmutable $retiredAt;
    /** The certificate and its issuers, in order. */
    public string $chainPem;

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
        $this->practitioner = isset($raw['practitioner']) ? new Person($raw['practitioner']) : null;
        if (isset($raw['subject'])) {
            $this->subject = $raw['subject'];
        }
        if (isset($raw['fingerprint'])) {
            $this->fingerprint = $raw['fingerprint'];
        }
        if (isset($raw['selfSigned'])) {
            $this->selfSigned = $raw['selfSigned'];
        }
        if (isset($raw['validFrom'])) {
            $this->validFrom = new \DateTimeImmutable($raw['validFrom']);
        }
        if (isset($raw['validUntil'])) {
            $this->validUntil = new \DateTimeImmutable($raw['validUntil']);
        }
        if (isset($raw['expiresSoon'])) {
            $this->expiresSoon = $raw['expiresSoon'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        $this->retiredAt = isset($raw['retiredAt']) ? new \DateTimeImmutable($raw['retiredAt']) : null;
        if (isset($raw['chainPem'])) {
            $this->chainPem = $raw['chainPem'];
        }
    }
}
