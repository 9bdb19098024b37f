<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Client;
use MedinaCare\Types\CreateClientAnswer;
use MedinaCare\Types\HandOverClientAnswer;
use MedinaCare\Types\RotateClientSecretAnswer;

final class ClientsApi extends Resource
{
    /**
     * List clients.
     *
     * All clients of the organisation, including disabled ones. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `clients:manage`.
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
            '/api/clients',
            query: $query,
            take: 'clients',
            kind: [Client::class],
            options: $options,
        ));
    }

    /**
     * Create a client.
     *
     * A client acts as one user of the organisation. If that user is not the caller, the client is refused every operation until the user allows it in their own session; the user and the other administrators are notified. A doctor or dentist also decides whether the client may sign and issue. Give a client only the scopes that it needs. You can give only scopes of your own token.
     *
     * Scope: `clients:manage`.
     *
     * @param array{
     *     name: string,
     *     actsAs: string,
     *     scopes: list<string>,
     * } $body
     */
    public function create(array $body, ?Options $options = null): CreateClientAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/clients',
            body: $body,
            keyed: true,
            kind: CreateClientAnswer::class,
            options: $options,
        ));
    }

    /**
     * Read a client.
     *
     * Does not return the secret, which was shown once.
     *
     * Scope: `clients:manage`.
     *
     * @param string $id The id of the client.
     */
    public function get(string $id, ?Options $options = null): Client
    {
        return $this->http->send(new Request(
            'GET',
            '/api/clients/{id}',
            values: [$id],
            take: 'client',
            kind: Client::class,
            options: $options,
        ));
    }

    /**
     * Update a client.
     *
     * Changes the name, the scopes or the status. Absent fields keep their values. A removed scope is removed from the client’s tokens within a second. An added scope ends the client’s permission to sign, and also its permission to act unless its user adds the scope. Disabling a client revokes all its tokens permanently.
     *
     * Scope: `clients:manage`.
     *
     * @param string $id The id of the client.
     * @param array{
     *     name?: string,
     *     scopes?: list<string>,
     *     status?: 'ENABLED'|'DISABLED',
     * } $body
     * @throws Conflict A client cannot disable itself or remove its own scope `clients:manage`. A client that its user ended cannot be enabled.
     */
    public function update(string $id, array $body = [], ?Options $options = null): Client
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/clients/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'client',
            kind: Client::class,
            options: $options,
        ));
    }

    /**
     * Rotate the secret of a client.
     *
     * The new secret is valid at once. The current secret stays valid until the grace period ends, so that there is no interruption. After a leak, use `graceHours: 0`, which also ends unused credential links, and `revokeTokens: true`. A new secret ends the client’s permission to sign. If a user other than the client’s user rotates the secret, tokens of the new secret are refused until the client’s user, who is notified, allows them; tokens of the current secret still work.
     *
     * Scope: `clients:manage`.
     *
     * @param string $id The id of the client.
     * @param array{
     *     graceHours?: int,
     *     revokeTokens?: bool,
     * } $body
     * @throws Conflict A rotation is in progress: two secrets are already valid. Wait until the older one has expired, or end both with `graceHours: 0`.
     */
    public function rotateSecret(string $id, array $body = [], ?Options $options = null): RotateClientSecretAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/clients/{id}/rotate-secret',
            values: [$id],
            body: $body,
            keyed: true,
            kind: RotateClientSecretAnswer::class,
            options: $options,
        ));
    }

    /**
     * Create a credential link.
     *
     * The link shows the client’s id and a new secret once, to the person who will operate the client. The secret is created when the link is used; until then nothing changes. A new link ends the previous one.
     *
     * Scope: `clients:manage`.
     *
     * @param string $id The id of the client.
     * @param array{
     *     graceHours?: int,
     * } $body
     * @throws Conflict The client is disabled.
     */
    public function handOver(string $id, array $body = [], ?Options $options = null): HandOverClientAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/clients/{id}/handover',
            values: [$id],
            body: $body,
            keyed: true,
            kind: HandOverClientAnswer::class,
            options: $options,
        ));
    }
}
