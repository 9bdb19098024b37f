<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Invitation;

final class InvitationsApi extends Resource
{
    /**
     * Invite a person to the organisation.
     *
     * Sends a link to the address, valid once and for seven days. On its page, the person chooses a password or, if the address has an account, enters the password of that account. They then become a user of the organisation with this name and role. Their memberships in other organisations do not change, and are not shown here. An administrator of the organisation who has no password, such as the first one, can be invited to choose one. Only administrators in their own session can invite an administrator; the other administrators are notified. An address gets at most 3 links in an hour and 10 in a day; further calls get 429.
     *
     * Scope: `users:write`.
     *
     * @param array{
     *     email: string,
     *     name: string,
     *     role: 'DOCTOR'|'DENTIST'|'PHARMACIST'|'LABORATORY'|'RECEPTIONIST'|'ADMIN',
     *     licenceChecked?: bool,
     *     language?: 'fr'|'ar'|'en',
     * } $body
     * @throws Conflict The organisation already has a user with a password, or an open invitation, for this address.
     */
    public function create(array $body, ?Options $options = null): Invitation
    {
        return $this->http->send(new Request(
            'POST',
            '/api/invitations',
            body: $body,
            keyed: true,
            take: 'invitation',
            kind: Invitation::class,
            options: $options,
        ));
    }

    /**
     * List invitations.
     *
     * Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `users:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     * } $query
     * @return Pages<Invitation>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/invitations',
            query: $query,
            take: 'invitations',
            kind: [Invitation::class],
            options: $options,
        ));
    }

    /**
     * Send an invitation again.
     *
     * Sends a new link, valid for seven days. The earlier link no longer works. An address gets at most 3 links in an hour and 10 in a day; further calls get 429.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the invitation.
     * @throws Conflict The invitation was accepted or revoked.
     */
    public function resend(string $id, ?Options $options = null): Invitation
    {
        return $this->http->send(new Request(
            'POST',
            '/api/invitations/{id}/resend',
            values: [$id],
            keyed: true,
            take: 'invitation',
            kind: Invitation::class,
            options: $options,
        ));
    }

    /**
     * Revoke an invitation.
     *
     * The link no longer works. Revoking again changes nothing.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the invitation.
     * @throws Conflict The invitation was accepted. Disable the user instead.
     */
    public function revoke(string $id, ?Options $options = null): Invitation
    {
        return $this->http->send(new Request(
            'POST',
            '/api/invitations/{id}/revoke',
            values: [$id],
            keyed: true,
            take: 'invitation',
            kind: Invitation::class,
            options: $options,
        ));
    }
}
