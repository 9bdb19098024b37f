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
     * Returns the user as whom the token acts.
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
     * Returns the organisations in which the person can act, the earliest membership first. Switch to another one with `POST /api/auth/callback/organization`. The token of a client gets only its own organisation.
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
     * Returns the `operationId` of every operation that the plan, scopes and role of the caller allow, sorted. Each operation then decides which records the caller can access.
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
     * Requires the current password and the caller’s own browser session. All other sessions of the person end, in all organisations, and a message notifies them. A wrong current password gets 422 and counts as a failed sign-in. After a few failures, further tries get 429 with an increasing delay.
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
     * Ends the caller’s membership. Requires their own browser session. Their sessions, tokens, clients and care relationships in this organisation end. Their login, their other memberships and their entries stay. The administrators are notified. Only an administrator can undo it. Patients cannot leave, because the organisation keeps their record.
     *
     * Scope: `users:write`.
     *
     * @throws Conflict The caller has open appointments, orders or lab orders (counted in `details.open`), or is the only administrator.
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
     * For a person who already has a login, for example from another organisation. Links the record to that login. Works only in the person’s own session, not for a client. A wrong, used or expired code, an unknown address and a wrong birth date all get the same answer: 422.
     *
     * Scope: `users:write`.
     *
     * @param array{
     *     address: string,
     *     birthDate: string,
     *     code: string,
     * } $body
     * @throws Conflict The caller already has a record in that organisation. Its front desk can merge the two.
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
