<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** Identity of a patient by official papers, as stated on documents; null if unknown. */
final readonly class PatientIdentity extends Record
{
    public ?string $birthDate;
    /** @var 'F'|'M'|string */
    public ?string $sex;
    /** The number of the national identity card (CIN), or of a passport. */
    public ?string $nationalId;
    /** The health insurer. */
    public ?string $insurer;
    public ?string $insuranceNumber;
    /** Whether the staff recorded birthDate, sex and nationalId. The patient cannot change them then. */
    public bool $attested;
    /** What the patient states instead, until it is settled. */
    public ?OpenIdentityDispute $dispute;
    /** Null until something is recorded. */
    public ?\DateTimeImmutable $updatedAt;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        $this->birthDate = $raw['birthDate'] ?? null;
        $this->sex = $raw['sex'] ?? null;
        $this->nationalId = $raw['nationalId'] ?? null;
        $this->insurer = $raw['insurer'] ?? null;
        $this->insuranceNumber = $raw['insuranceNumber'] ?? null;
        if (isset($raw['attested'])) {
            $this->attested = $raw['attested'];
        }
        $this->dispute = isset($raw['dispute']) ? new OpenIdentityDispute($raw['dispute']) : null;
        $this->updatedAt = isset($raw['updatedAt']) ? new \DateTimeImmutable($raw['updatedAt']) : null;
    }
}
