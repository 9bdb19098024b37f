<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Client;

final class MeClientsApi extends Resource
{
    /**
     * List the clients that act as the current user.
     *
     * All clients that act as the caller, including disabled ones and those that administrators created. `actingAllowedAt` shows which may act as the caller, `signingAllowedAt` which may sign in the caller’s name. Newest first.
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
     * @return Pages<Client>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/users/me/clients',
            query: $query,
            take: 'clients',
            kind: [Client::class],
            options: $options,
        ));
    }

    /**
     * Allow a client to act as you.
     *
     * In the caller’s own browser session. Until then a client that another user made is refused every operation (403, `details.acting`), and its webhooks get no events. The permission covers the secrets that the client has now: after a rotation or a credential link of an administrator, tokens of the previous secret go on until it expires, and those of the new one wait for the permission. An added scope ends it.
     *
     * Scope: `users:write`.
     *
     * @param string $id Which client.
     * @throws Conflict The client is disabled.
     */
    public function allowActing(string $id, ?Options $options = null): Client
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/me/clients/{id}/acting',
            values: [$id],
            keyed: true,
            take: 'client',
            kind: Client::class,
            options: $options,
        ));
    }

    /**
     * Withdraw a client’s permission to act as you.
     *
     * Takes effect within a second, and ends its permission to sign too. Withdrawing again changes nothing.
     *
     * Scope: `users:write`.
     *
     * @param string $id Which client.
     */
    public function withdrawActing(string $id, ?Options $options = null): Client
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/users/me/clients/{id}/acting',
            values: [$id],
            keyed: true,
            take: 'client',
            kind: Client::class,
            options: $options,
        ));
    }

    /**
     * Allow a client to sign in your name.
     *
     * Doctors and dentists only, in their own browser session. This also allows it to act as them. Until then a client that acts as them cannot issue or sign prescriptions, order lab tests, certify, or replace keys and certificates of signatures. A new secret, credential link or scope of the client ends the permission. Allowing again changes nothing.
     *
     * Scope: `users:write`.
     *
     * @param string $id Which client.
     * @throws Conflict The client is disabled.
     */
    public function allowSigning(string $id, ?Options $options = null): Client
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/me/clients/{id}/signing',
            values: [$id],
            keyed: true,
            take: 'client',
            kind: Client::class,
            options: $options,
        ));
    }

    /**
     * Withdraw a client’s permission to sign in your name.
     *
     * Takes effect within a second. What it has signed stays. Withdrawing again changes nothing.
     *
     * Scope: `users:write`.
     *
     * @param string $id Which client.
     */
    public function withdrawSigning(string $id, ?Options $options = null): Client
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/users/me/clients/{id}/signing',
            values: [$id],
            keyed: true,
            take: 'client',
            kind: Client::class,
            options: $options,
        ));
    }

    /**
     * End a client that acts as you.
     *
     * In the caller’s own browser session. Disables the client permanently, and revokes its tokens and unused credential links. Administrators cannot enable it again.
     *
     * Scope: `users:write`.
     *
     * @param string $id Which client.
     */
    public function end(string $id, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/users/me/clients/{id}',
            values: [$id],
            keyed: true,
            take: '',
            options: $options,
        ));
    }
}
