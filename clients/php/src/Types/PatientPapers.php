<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** The fields of an identity that official papers prove. */
final readonly class PatientPapers extends Record
{
    public ?string $birthDate;
    /** @var 'F'|'M'|string */
    public ?string $sex;
    public ?string $nationalId;
    public ?string $nameAr;

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
    }
}
