<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Consent extends Record
{
    /** @var 'MARKETING'|'TELECONSULTATION'|'DATA_SHARING'|'RECORDING'|string */
    public string $name;
    public bool $granted;
    /** Number of times the answer has changed. 0 means that there is no answer yet, which counts as no. */
    public int $version;
    /** Time of the answer; null for version 0. */
    public ?\DateTimeImmutable $at;

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
        $this->at = isset($raw['at']) ? new \DateTimeImmutable($raw['at']) : null;
    }
}
