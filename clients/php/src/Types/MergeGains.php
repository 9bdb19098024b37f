<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** People and clients with access to one of the records now, and to both after the merge. For logins see `logins`. Clients that act as the record whose login ends are refused until the owner of the login that stays allows them. */
final readonly class MergeGains extends Record
{
    /** @var list<GainingPerson> */
    public array $guardians;
    /** @var list<GainingPerson> */
    public array $professionals;
    /** @var list<GainingClient> */
    public array $clients;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['guardians'])) {
            $this->guardians = array_map(static fn ($one) => new GainingPerson($one), $raw['guardians']);
        }
        if (isset($raw['professionals'])) {
            $this->professionals = array_map(static fn ($one) => new GainingPerson($one), $raw['professionals']);
        }
        if (isset($raw['clients'])) {
            $this->clients = array_map(static fn ($one) => new GainingClient($one), $raw['clients']);
        }
    }
}
