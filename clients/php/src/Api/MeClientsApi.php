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
     * Returns all clients that act as the caller, including disabled clients and clients that administrators created. A client with `actingAllowedAt` may act as the caller; a client with `signingAllowedAt` may sign in the caller’s name. Newest first.
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
     * Call it in your own browser session. Without this permission, a client that another user created is refused every operation (403, `details.acting`), and its webhooks get no events. The permission covers the current secrets of the client. If an administrator rotates the secret or creates a credential link, tokens of the previous secret work until it expires, and tokens of the new secret need a new permission. An added scope ends the permission.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the client.
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
     * Takes effect within a second, and also ends the permission to sign. Withdrawing again changes nothing.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the client.
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
     * For doctors and dentists, in their own browser session. Also allows the client to act as you. Without this permission, the client cannot issue or sign prescriptions, order lab tests, certify, or replace keys and certificates of signatures. A new secret, credential link or scope of the client ends the permission. Allowing again changes nothing.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the client.
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
     * Takes effect within a second. Documents that the client has signed stay valid. Withdrawing again changes nothing.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the client.
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
     * Call it in your own browser session. Disables the client permanently, and revokes its tokens and unused credential links. Administrators cannot enable it again.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the client.
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
