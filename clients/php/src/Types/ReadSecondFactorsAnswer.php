<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ReadSecondFactorsAnswer extends Record
{
    /** Null without an app. */
    public ?AuthenticatorApp $totp;
    /** @var list<Passkey> */
    public array $passkeys;
    public int $recoveryCodesLeft;
    /** Whether the installation requires a second factor for the caller’s role (`ADMIN_SECOND_FACTOR`). Without a second factor, the caller can use only their own account. */
    public bool $required;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        $this->totp = isset($raw['totp']) ? new AuthenticatorApp($raw['totp']) : null;
        if (isset($raw['passkeys'])) {
            $this->passkeys = array_map(static fn ($one) => new Passkey($one), $raw['passkeys']);
        }
        if (isset($raw['recoveryCodesLeft'])) {
            $this->recoveryCodesLeft = $raw['recoveryCodesLeft'];
        }
        if (isset($raw['required'])) {
            $this->required = $raw['required'];
        }
    }
}
