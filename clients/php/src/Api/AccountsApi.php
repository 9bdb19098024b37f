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
     * The account belongs to the installation’s registration organisation. Outside the sandbox, an administrator must verify professionals before they can prescribe, fill orders or enter results. `PHARMACY` is accepted for `PHARMACIST`. A network can register at most 100 accounts in an hour; further calls get 429.
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
     * Sends a code to the address, if it has a login and the person can act in an organisation. The answer is the same if it has none. The code has eight digits, works only together with `resetId`, and is valid for 30 minutes and 5 tries. An address gets at most 3 codes in an hour and 10 in a day at the request of one network, and 30 in a day in all; further calls get 429.
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
     * Set a new password with the code.
     *
     * Ends all sessions of the person, in all organisations, and confirms the address. If the address was not confirmed before, the login loses access to patient records that were claimed with another address; their owner can claim them again. A wrong, used or expired code and an unknown `resetId` get the same answer: 422.
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
     * Creates a login for the patient’s existing record, with the code that the organisation sent. Appointments and documents stay. A wrong, used or expired code, an unknown address and a wrong birth date all get the same answer: 422.
     *
     * @param array{
     *     address: string,
     *     birthDate: string,
     *     code: string,
     *     email: string,
     *     password: string,
     * } $body
     * @throws Conflict The e-mail address already has a login. Sign in with it and claim the record with `POST /api/users/me/claims`, or use another address. The code stays valid.
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
