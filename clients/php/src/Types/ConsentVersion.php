<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ConsentVersion extends Record
{
    /** @var 'MARKETING'|'TELECONSULTATION'|'DATA_SHARING'|'RECORDING'|string */
    public string $name;
    public bool $granted;
    /** How often the answer has changed. 0: no answer yet, which counts as no. */
    public int $version;
    public \DateTimeImmutable $at;
    /** The patient, or the administrator who recorded the answer. */
    public Person $decidedBy;
    /** OAuth client of the request; `web/` and the user id for a browser. */
    public string $clientId;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        if (isset($raw['granted'])) {
            $this->granted = $raw['granted'];
        }
        if (isset($raw['version'])) {
            $this->version = $raw['version'];
        }
        if (isset($raw['at'])) {
            $this->at = new \DateTimeImmutable($raw['at']);
        }
        if (isset($raw['decidedBy'])) {
            $this->decidedBy = new Person($raw['decidedBy']);
        }
        if (isset($raw['clientId'])) {
            $this->clientId = $raw['clientId'];
        }
    }
}
