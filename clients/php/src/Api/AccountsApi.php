<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\ClaimedAccount;
use MedinaCare\Types\RegisteredUser;
use MedinaCare\Types\RequestPasswordResetAnswer;

final class AccountsApi extends Resource
{
    /**
     * Register a patient, doctor, dentist, pharmacist or laboratory.
     *
     * The account belongs to the installation’s registration organisation. Outside the sandbox, an administrator must verify professionals before they can prescribe, fill orders or enter results. `PHARMACY` is accepted for `PHARMACIST`. A network registers at most 100 in an hour, then 429.
     *
     * @param array{
     *     email: string,
     *     password: string,
     *     name: string,
     *     role: 'PATIENT'|'DOCTOR'|'DENTIST'|'PHARMACIST'|'LABORATORY'|'PHARMACY',
     * } $body
     * @throws Conflict This e-mail address is already registered.
     */
    public function register(array $body, ?Options $options = null): RegisteredUser
    {
        return $this->http->send(new Request(
            'POST',
            '/api/auth/register',
            body: $body,
            keyed: true,
            open: true,
            take: 'user',
            kind: RegisteredUser::class,
            options: $options,
        ));
    }

    /**
     * Request the reset of a forgotten password.
     *
     * Sends a code to the address, if it is that of a login whose person may act in an organisation. The answer is the same in any case. The code has eight digits, is valid for 30 minutes and 5 tries, and only together with `resetId`. An address gets at most 3 in an hour and 10 in a day at the requests of one network, and 30 in a day, then 429.
     *
     * @param array{
     *     email: string,
     * } $body
     */
    public function requestPasswordReset(array $body, ?Options $options = null): RequestPasswordResetAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/auth/password-resets',
            body: $body,
            keyed: true,
            open: true,
            kind: RequestPasswordResetAnswer::class,
            options: $options,
        ));
    }

    /**
     * Choose a new password with the code.
     *
     * All sessions of the person end, in all organisations, and the address counts as confirmed. If no one had confirmed it before, records of patients that were claimed with another address are not accessible with it any more: that person can claim them again. A wrong, used or expired code and an unknown `resetId` have the same answer: 422.
     *
     * @param array{
     *     resetId: string,
     *     code: string,
     *     password: string,
     * } $body
     */
    public function resetPassword(array $body, ?Options $options = null): bool
    {
        return $this->http->send(new Request(
            'POST',
            '/api/auth/password-resets/confirmations',
            body: $body,
            keyed: true,
            open: true,
            take: 'hasAccount',
            options: $options,
        ));
    }

    /**
     * Claim the account of a registered patient.
     *
     * With the code that the organisation sent. The new login belongs to the patient’s existing record, so appointments and documents stay. A wrong, used or expired code, an unknown address and another birth date have the same answer: 422.
     *
     * @param array{
     *     address: string,
     *     birthDate: string,
     *     code: string,
     *     email: string,
     *     password: string,
     * } $body
     * @throws Conflict The e-mail address has a login. Sign in with it and claim the record there (`POST /api/users/me/claims`), or give another address; the code stays valid.
     */
    public function claim(array $body, ?Options $options = null): ClaimedAccount
    {
        return $this->http->send(new Request(
            'POST',
            '/api/auth/claim',
            body: $body,
            keyed: true,
            open: true,
            take: 'user',
            kind: ClaimedAccount::class,
            options: $options,
        ));
    }
}
