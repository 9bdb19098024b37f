<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** Identity of a patient according to official papers, as shown on documents. Unknown fields are null. */
final readonly class PatientIdentity extends Record
{
    public ?string $birthDate;
    /** @var 'F'|'M'|string */
    public ?string $sex;
    /** The number of the national identity card (CIN), or of a passport. */
    public ?string $nationalId;
    /** The name in Arabic, for documents in Arabic or both languages. */
    public ?string $nameAr;
    /** The health insurance fund. */
    public ?string $insurer;
    public ?string $insuranceNumber;
    /** Whether the staff attested birthDate, sex, nationalId and nameAr. If so, the patient cannot change them. */
    public bool $attested;
    /** The open dispute of the patient, if there is one. */
    public ?OpenIdentityDispute $dispute;
    /** Time of the last change. Null if no identity has been recorded. */
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
        $this->nameAr = $raw['nameAr'] ?? null;
        $this->insurer = $raw['insurer'] ?? null;
        $this->insuranceNumber = $raw['insuranceNumber'] ?? null;
        if (isset($raw['attested'])) {
            $this->attested = $raw['attested'];
        }
        $this->dispute = isset($raw['dispute']) ? new OpenIdentityDispute($raw['dispute']) : null;
        $this->updatedAt = isset($raw['updatedAt']) ? new \DateTimeImmutable($raw['updatedAt']) : null;
    }
}
