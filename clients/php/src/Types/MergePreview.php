<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class MergePreview extends Record
{
    public Person $survivor;
    public Person $other;
    /** Number of rows that would move. */
    public int $records;
    /**
     * Identity fields that differ. If there are any, `identityOf` is required.
     *
     * @var list<string>
     */
    public array $conflictingIdentity;
    /** Whether both records have a login. */
    public bool $bothSignIn;
    /**
     * The records with a login, and whether their e-mail address is confirmed. If the other record has a login, `loginOf` is required.
     *
     * @var list<MergedLogin>
     */
    public array $logins;
    /** Whether one of the patients is in a consultation. The merge is refused until it ends. */
    public bool $inCall;
    public MergeGains $gaining;
    /**
     * Guardianships that the organisation must verify or end first. Their guardian registered one record, and would get access to the other.
     *
     * @var list<string>
     */
    public array $unverifiedGuardianships;
    /**
     * Open disputes about the identities. If there are two, the merge is refused until one is settled.
     *
     * @var list<string>
     */
    public array $openDisputes;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['survivor'])) {
            $this->survivor = new Person($raw['survivor']);
        }
        if (isset($raw['other'])) {
            $this->other = new Person($raw['other']);
        }
        if (isset($raw['records'])) {
            $this->records = $raw['records'];
        }
        if (isset($raw['conflictingIdentity'])) {
            $this->conflictingIdentity = $raw['conflictingIdentity'];
        }
        if (isset($raw['bothSignIn'])) {
            $this->bothSignIn = $raw['bothSignIn'];
        }
        if (isset($raw['logins'])) {
            $this->logins = array_map(static fn ($one) => new MergedLogin($one), $raw['logins']);
        }
        if (isset($raw['inCall'])) {
            $this->inCall = $raw['inCall'];
        }
        if (isset($raw['gaining'])) {
            $this->gaining = new MergeGains($raw['gaining']);
        }
        if (isset($raw['unverifiedGuardianships'])) {
            $this->unverifiedGuardianships = $raw['unverifiedGuardianships'];
        }
        if (isset($raw['openDisputes'])) {
            $this->openDisputes = $raw['openDisputes'];
        }
    }
}
