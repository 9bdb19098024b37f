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
use MedinaCare\Types\ReplaceRecoveryCodesAnswer;

final class MeSecondFactorsApi extends Resource
{
    /**
     * Read the second factors of the current user.
     *
     * Call it in your own browser session.
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
     * Start setting up an authenticator app.
     *
     * Creates a secret (RFC 6238: SHA-1, 6 digits, 30 s), which replaces an unconfirmed one. Send its first code to `POST /api/users/me/totp/confirm` within 30 minutes to activate it. Call it in your own browser session.
     *
     * Scope: `users:write`.
     *
     * @param array{
     *     password: string,
     * } $body
     * @throws Conflict An authenticator app is already set up.
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
     * Activate the authenticator app with its first code.
     *
     * From now on, a sign-in requires a code after the password. If this is the person’s first second factor, all their other sessions end and the response contains recovery codes; otherwise the list is empty. The person is notified. Call it in your own browser session.
     *
     * Scope: `users:write`.
     *
     * @param array{
     *     code: string,
     * } $body
     * @throws Conflict An authenticator app is already set up.
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
     * Removing the last second factor also removes the recovery codes. The person is notified. Call it in your own browser session.
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
     * The previous codes become invalid. The person is notified. Call it in your own browser session.
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
     * Start registering a passkey.
     *
     * Returns options for `PublicKeyCredential.parseCreationOptionsFromJSON` (WebAuthn), valid for five minutes in this session. Call it in your own browser session.
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
     * Call it once, in the session that requested the options. From now on, the person can sign in with the passkey alone, or use it after the password. If this is their first second factor, all their other sessions end and the response contains recovery codes; otherwise the list is empty. The person is notified. Call it in your own browser session.
     *
     * Scope: `users:write`.
     *
     * @param array{
     *     name: string,
     *     credential: string,
     * } $body
     * @throws Conflict The person already has 20 passkeys, or the passkey is already registered.
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
     * Removing the last second factor also removes the recovery codes. The person is notified. Call it in your own browser session.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the passkey.
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
