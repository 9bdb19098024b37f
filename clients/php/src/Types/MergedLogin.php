<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class MergedLogin extends Record
{
    public string $id;
    public ?string $email;
    public bool $emailConfirmed;
    /** Whether `loginOf` may name this record: the other record has a login too, or has a number or address that the owner of this login has confirmed. */
    public bool $mayStay;

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
        $this->email = $raw['email'] ?? null;
        if (isset($raw['emailConfirmed'])) {
            $this->emailConfirmed = $raw['emailConfirmed'];
        }
        if (isset($raw['mayStay'])) {
            $this->mayStay = $raw['mayStay'];
        }
    }
}
