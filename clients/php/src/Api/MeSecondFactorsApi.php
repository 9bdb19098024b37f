<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\AddPasskeyAnswer;
use MedinaCare\Types\BeginTotpAnswer;
use MedinaCare\Types\ConfirmTotpAnswer;
use MedinaCare\Types\ReadSecondFactorsAnswer;
use MedinaCare\Types\Recovery;
use MedinaCare\Types\ReplaceRecoveryCodesAnswer;

final class MeSecondFactorsApi extends Resource
{
    /**
     * Read the second factors of the current user.
     *
     * In the caller’s own browser session.
     *
     * Scope: `users:read`.
     */
    public function get(?Options $options = null): ReadSecondFactorsAnswer
    {
        return $this->http->send(new Request(
            'GET',
            '/api/users/me/second-factors',
            kind: ReadSecondFactorsAnswer::class,
            options: $options,
        ));
    }

    /**
     * Begin to set up an authenticator app.
     *
     * Makes a secret (RFC 6238: SHA-1, 6 digits, 30 s). It replaces one that was not confirmed, and is valid once `POST /api/users/me/totp/confirm` gets its first code, within 30 minutes. In the caller’s own browser session.
     *
     * Scope: `users:write`.
     *
     * @param array{
     *     password: string,
     * } $body
     * @throws Conflict An authenticator app is set up already.
     */
    public function beginTotp(array $body, ?Options $options = null): BeginTotpAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/me/totp',
            body: $body,
            keyed: true,
            kind: BeginTotpAnswer::class,
            options: $options,
        ));
    }

    /**
     * Set up the authenticator app by its first code.
     *
     * From now on a sign-in needs a code after the password. All other sessions of the person end. With the first second factor the answer has recovery codes; otherwise the list is empty. A message notifies the person. In the caller’s own browser session.
     *
     * Scope: `users:write`.
     *
     * @param array{
     *     code: string,
     * } $body
     * @throws Conflict An authenticator app is set up already.
     */
    public function confirmTotp(array $body, ?Options $options = null): ConfirmTotpAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/me/totp/confirm',
            body: $body,
            keyed: true,
            kind: ConfirmTotpAnswer::class,
            options: $options,
        ));
    }

    /**
     * Remove the authenticator app.
     *
     * Recovery codes end with the last second factor. A message notifies the person. In the caller’s own browser session.
     *
     * Scope: `users:write`.
     *
     * @param array{
     *     password: string,
     *     code: string,
     * } $body
     * @throws Conflict No authenticator app is set up.
     */
    public function removeTotp(array $body, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/me/totp/remove',
            body: $body,
            keyed: true,
            take: '',
            options: $options,
        ));
    }

    /**
     * Replace the recovery codes.
     *
     * Earlier ones end. A message notifies the person. In the caller’s own browser session.
     *
     * Scope: `users:write`.
     *
     * @param array{
     *     password: string,
     *     code: string,
     * } $body
     * @throws Conflict No second factor is set up.
     */
    public function replaceRecoveryCodes(array $body, ?Options $options = null): ReplaceRecoveryCodesAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/me/recovery-codes',
            body: $body,
            keyed: true,
            kind: ReplaceRecoveryCodesAnswer::class,
            options: $options,
        ));
    }

    /**
     * Begin to register a passkey.
     *
     * Options for `PublicKeyCredential.parseCreationOptionsFromJSON` (WebAuthn), valid for five minutes in this session. In the caller’s own browser session.
     *
     * Scope: `users:write`.
     *
     * @param array{
     *     password: string,
     * } $body
     */
    public function beginPasskey(array $body, ?Options $options = null): array
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/me/passkeys/options',
            body: $body,
            keyed: true,
            take: 'options',
            options: $options,
        ));
    }

    /**
     * Register a passkey.
     *
     * In the session that began it, once. From now on the person signs in with it alone, or after the password. With the first second factor all other sessions of the person end, and the answer has recovery codes; otherwise the list is empty. A message notifies the person. In the caller’s own browser session.
     *
     * Scope: `users:write`.
     *
     * @param array{
     *     name: string,
     *     credential: string,
     * } $body
     * @throws Conflict The person has 20 passkeys, or the passkey is registered already.
     */
    public function addPasskey(array $body, ?Options $options = null): AddPasskeyAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/me/passkeys',
            body: $body,
            keyed: true,
            kind: AddPasskeyAnswer::class,
            options: $options,
        ));
    }

    /**
     * Remove a passkey.
     *
     * Recovery codes end with the last second factor. A message notifies the person. In the caller’s own browser session.
     *
     * Scope: `users:write`.
     *
     * @param string $id Which passkey.
     * @param array{
     *     password: string,
     * } $body
     */
    public function removePasskey(string $id, array $body, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/me/passkeys/{id}/remove',
            values: [$id],
            body: $body,
            keyed: true,
            take: '',
            options: $options,
        ));
    }
}
