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
     * Sends a link to this address, valid once and for seven days. There the person chooses a password, or proves with their password that the account of this address is theirs. They then are a user of the organisation with this name and role; their memberships in other organisations stay as they are and are not shown here. An administrator of the organisation without a password, such as its first one, chooses it in the same way. Only administrators in their own session invite an administrator, of which the others are notified. An address gets at most 3 links in an hour and 10 in a day, then 429.
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
     * @throws Conflict The organisation has a user with a password, or an open invitation, with this address.
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
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
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
     * With a new link, valid for seven days. The earlier link ends. An address gets at most 3 links in an hour and 10 in a day, then 429.
     *
     * Scope: `users:write`.
     *
     * @param string $id Which invitation.
     * @throws Conflict It was accepted or revoked.
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
     * Its link ends. Revoking again changes nothing.
     *
     * Scope: `users:write`.
     *
     * @param string $id Which invitation.
     * @throws Conflict It was accepted: disable the user instead.
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
