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
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
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
     * A client acts as one user of the organisation. Unless that is the caller, it is refused every operation until the user allows it in their own session; the user and the other administrators get a message. A doctor or dentist also decides whether it may sign and issue. Give it only the scopes that it needs; you can give only scopes of your own token.
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
     * Never with its secret, which was shown once.
     *
     * Scope: `clients:manage`.
     *
     * @param string $id Which client.
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
     * Rename a client, change its scopes, disable or enable it.
     *
     * Absent fields keep their values. Removed scopes are removed from its tokens within a second. An added scope ends its permission to sign, and, unless its user adds it, to act. Disabling a client revokes all its tokens permanently.
     *
     * Scope: `clients:manage`.
     *
     * @param string $id Which client.
     * @param array{
     *     name?: string,
     *     scopes?: list<string>,
     *     status?: 'ENABLED'|'DISABLED',
     * } $body
     * @throws Conflict A client cannot disable itself or remove its own `clients:manage` scope. A client that its user ended cannot be enabled.
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
     * The new secret is valid at once, and the present one until the grace period ends, so that there is no interruption. After a leak use `graceHours: 0`, which also ends unused credential links, with `revokeTokens: true`. A new secret ends the client’s permission to sign. If another user rotates it, tokens of the new secret are refused until the client’s user allows it, of which they get a message; those of the present secret go on.
     *
     * Scope: `clients:manage`.
     *
     * @param string $id Which client.
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
     * For the person who will run the client: the link shows them the client’s id and a new secret, once. The secret is created when the link is used; until then nothing changes. A new link ends the previous one.
     *
     * Scope: `clients:manage`.
     *
     * @param string $id Which client.
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
