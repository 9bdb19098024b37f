<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class DocumentFile extends Record
{
    public string $id;
    /** @var 'prescription'|'certificate'|'invoice'|'attestation'|string */
    public string $templateId;
    /** @var 'fr'|'ar'|'fr-ar'|string */
    public string $language;
    /** Serial number, printed on the document. It verifies the document at `verifyUrl`. */
    public string $serial;
    public string $verifyUrl;
    public ?string $prescriptionId;
    public ?string $appointmentId;
    public ?string $invoiceId;
    public Person $patient;
    public ?Person $practitioner;
    public \DateTimeImmutable $createdAt;
    /** Whether the PDF has a PAdES signature. */
    public bool $signed;
    /** SHA-256 of the file in lowercase hex. */
    public string $sha256;
    /** Size of the file in bytes. */
    public int $size;
    /** @var 'VALID'|'CANCELLED'|string */
    public string $status;
    public ?\DateTimeImmutable $cancelledAt;
    public ?string $cancelReason;
    /** URL of the PDF; needs no token. */
    public string $url;
    /** Expiry of the URL, after 15 minutes. */
    public \DateTimeImmutable $expiresAt;

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
        if (isset($raw['templateId'])) {
            $this->templateId = $raw['templateId'];
        }
        if (isset($raw['language'])) {
            $this->language = $raw['language'];
        }
        if (isset($raw['serial'])) {
            $this->serial = $raw['serial'];
        }
        if (isset($raw['verifyUrl'])) {
            $this->verifyUrl = $raw['verifyUrl'];
        }
        $this->prescriptionId = $raw['prescriptionId'] ?? null;
        $this->appointmentId = $raw['appointmentId'] ?? null;
        $this->invoiceId = $raw['invoiceId'] ?? null;
        if (isset($raw['patient'])) {
            $this->patient = new Person($raw['patient']);
        }
        $this->practitioner = isset($raw['practitioner']) ? new Person($raw['practitioner']) : null;
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        if (isset($raw['signed'])) {
            $this->signed = $raw['signed'];
        }
        if (isset($raw['sha256'])) {
            $this->sha256 = $raw['sha256'];
        }
        if (isset($raw['size'])) {
            $this->size = $raw['size'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        $this->cancelledAt = isset($raw['cancelledAt']) ? new \DateTimeImmutable($raw['cancelledAt']) : null;
        $this->cancelReason = $raw['cancelReason'] ?? null;
        if (isset($raw['url'])) {
            $this->url = $raw['url'];
        }
        if (isset($raw['expiresAt'])) {
            $this->expiresAt = new \DateTimeImmutable($raw['expiresAt']);
        }
    }
}
