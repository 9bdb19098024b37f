<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Items;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\ClaimedRecord;
use MedinaCare\Types\Membership;
use MedinaCare\Types\User;

/**
 * @property-read MeClientsApi $clients
 * @property-read MeSessionsApi $sessions
 * @property-read MeSecondFactorsApi $secondFactors
 */
final class MeApi extends Resource
{
    protected const WITHIN = [
        'clients' => MeClientsApi::class,
        'sessions' => MeSessionsApi::class,
        'secondFactors' => MeSecondFactorsApi::class,
    ];

    /**
     * Read the current user.
     *
     * The user as whom the token acts.
     *
     * Scope: `users:read`.
     */
    public function get(?Options $options = null): User
    {
        return $this->http->send(new Request(
            'GET',
            '/api/users/me',
            kind: User::class,
            options: $options,
        ));
    }

    /**
     * List the organisations of the current user.
     *
     * Where the person may act, the earliest first, for changing with `POST /api/auth/callback/organization`. A token of a client gets its own organisation only.
     *
     * Scope: `users:read`.
     *
     * @return Items<Membership>
     */
    public function listMemberships(?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'GET',
            '/api/users/me/memberships',
            take: 'memberships',
            kind: [Membership::class],
            options: $options,
        ));
    }

    /**
     * List the operations that the caller may call.
     *
     * By the `operationId` of this document, sorted: those that plan, scopes and role allow. Which records they reach is decided by each of them.
     *
     * Scope: `users:read`.
     *
     * @return list<string>
     */
    public function listOperations(?Options $options = null): array
    {
        return $this->http->send(new Request(
            'GET',
            '/api/users/me/operations',
            take: 'operations',
            options: $options,
        ));
    }

    /**
     * Change the password of the current user.
     *
     * With the present password, in the caller’s own browser session. All other sessions of the person end, in all organisations, and a message notifies them. A wrong present password is 422 and counts as a failed sign-in: after a few, further ones are delayed increasingly with 429.
     *
     * Scope: `users:write`.
     *
     * @param array{
     *     currentPassword: string,
     *     newPassword: string,
     * } $body
     */
    public function changePassword(array $body, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/me/password',
            body: $body,
            keyed: true,
            take: '',
            options: $options,
        ));
    }

    /**
     * Leave the organisation.
     *
     * Ends the caller’s membership, in their own browser session. Their sessions, tokens and clients here end, and so do their care relationships. Login and other memberships stay, and so does what they wrote. The administrators are notified. Only an administrator can undo it. A patient’s record stays with the organisation.
     *
     * Scope: `users:write`.
     *
     * @throws Conflict The caller has open appointments, orders or lab orders, which `details.open` counts, or is the only administrator.
     */
    public function leave(?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/me/leave',
            keyed: true,
            take: '',
            options: $options,
        ));
    }

    /**
     * Claim a patient record with the login of the caller.
     *
     * For a person who has a login, from another organisation say: the record becomes theirs in its organisation. Signed in, not by a client. A wrong, used or expired code, an unknown address and another birth date have the same answer: 422.
     *
     * Scope: `users:write`.
     *
     * @param array{
     *     address: string,
     *     birthDate: string,
     *     code: string,
     * } $body
     * @throws Conflict The caller has a record in that organisation already: its front desk can merge the two.
     */
    public function claim(array $body, ?Options $options = null): ClaimedRecord
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/me/claims',
            body: $body,
            keyed: true,
            take: 'user',
            kind: ClaimedRecord::class,
            options: $options,
        ));
    }
}
