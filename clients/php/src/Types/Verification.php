<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Verification extends Record
{
    /**
     * `GENUINE`: the document was issued and is valid. `DISPENSED`: it is genuine, and a pharmacy has delivered the prescription at least once. `CANCELLED`: do not accept it, because the document, its prescription or its invoice was cancelled, or the invoice was refunded.
     *
     * @var 'GENUINE'|'DISPENSED'|'CANCELLED'|string
     */
    public string $state;
    /** @var 'prescription'|'certificate'|'invoice'|'attestation'|string */
    public string $templateId;
    public string $serial;
    /** Date of the prescription or invoice, or else of the document. */
    public \DateTimeImmutable $issuedAt;
    /** When this file was generated. */
    public \DateTimeImmutable $madeAt;
    /** The practice, as in its letterhead. */
    public string $issuer;
    public ?VerifiedPractitioner $practitioner;
    /** The only data about the patient. */
    public string $patientInitials;
    /** End of the validity of a prescription. */
    public ?\DateTimeImmutable $validUntil;
    /** Whether `validUntil` has passed. The document stays genuine. */
    public bool $expired;
    /**
     * Times at which pharmacies delivered the prescription, earliest first.
     *
     * @var list<\DateTimeImmutable>
     */
    public array $dispensedAt;
    public ?\DateTimeImmutable $cancelledAt;
    /** Whether the file has a PAdES signature. */
    public bool $signed;
    public ?VerifiedCertificate $certificate;
    /** SHA-256 of the issued file, in hex. */
    public string $sha256;
    /** Size of the file in bytes. */
    public int $size;

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
        if (isset($raw['templateId'])) {
            $this->templateId = $raw['templateId'];
        }
        if (isset($raw['serial'])) {
            $this->serial = $raw['serial'];
        }
        if (isset($raw['issuedAt'])) {
            $this->issuedAt = new \DateTimeImmutable($raw['issuedAt']);
        }
        if (isset($raw['madeAt'])) {
            $this->madeAt = new \DateTimeImmutable($raw['madeAt']);
        }
        if (isset($raw['issuer'])) {
            $this->issuer = $raw['issuer'];
        }
        $this->practitioner = isset($raw['practitioner']) ? new VerifiedPractitioner($raw['practitioner']) : null;
        if (isset($raw['patientInitials'])) {
            $this->patientInitials = $raw['patientInitials'];
        }
        $this->validUntil = isset($raw['validUntil']) ? new \DateTimeImmutable($raw['validUntil']) : null;
        if (isset($raw['expired'])) {
            $this->expired = $raw['expired'];
        }
        if (isset($raw['dispensedAt'])) {
            $this->dispensedAt = array_map(static fn ($one) => new \DateTimeImmutable($one), $raw['dispensedAt']);
        }
        $this->cancelledAt = isset($raw['cancelledAt']) ? new \DateTimeImmutable($raw['cancelledAt']) : null;
        if (isset($raw['signed'])) {
            $this->signed = $raw['signed'];
        }
        $this->certificate = isset($raw['certificate']) ? new VerifiedCertificate($raw['certificate']) : null;
        if (isset($raw['sha256'])) {
            $this->sha256 = $raw['sha256'];
        }
        if (isset($raw['size'])) {
            $this->size = $raw['size'];
        }
    }
}
