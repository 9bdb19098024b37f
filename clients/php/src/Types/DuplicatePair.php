<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class DuplicatePair extends Record
{
    /**
     * The older record, then the newer.
     *
     * @var list<PossibleDuplicate>
     */
    public array $patients;
    public bool $sameNationalId;
    public bool $sameNameAndBirthDate;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['patients'])) {
            $this->patients = array_map(static fn ($one) => new PossibleDuplicate($one), $raw['patients']);
        }
        if (isset($raw['sameNationalId'])) {
            $this->sameNationalId = $raw['sameNationalId'];
        }
        if (isset($raw['sameNameAndBirthDate'])) {
            $this->sameNameAndBirthDate = $raw['sameNameAndBirthDate'];
        }
    }
}
