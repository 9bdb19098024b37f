<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
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
}
