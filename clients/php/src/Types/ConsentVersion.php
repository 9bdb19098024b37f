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
    /** Number of times the answer has changed. 0 means that there is no answer yet, which counts as no. */
    public int $version;
    public \DateTimeImmutable $at;
    /** The user who gave the answer: the patient, a guardian or an administrator. */
    public Person $decidedBy;
    /** The OAuth client that sent the answer. For a browser session, `web/` followed by the user id. */
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
