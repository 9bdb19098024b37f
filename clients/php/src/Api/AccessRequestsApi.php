<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\AccessRequest;
use MedinaCare\Types\GrantAccessRequestAnswer;
use MedinaCare\Types\HandOverAccessAnswer;

final class AccessRequestsApi extends Resource
{
    /**
     * Request access.
     *
     * For organisations that want to use the platform. The operator answers within one working day. If access is granted, the contact receives a link that shows the client’s secret once. A repeated request within 24 hours returns the pending request.
     *
     * @param array{
     *     organization: string,
     *     contactName: string,
     *     email: string,
     *     purpose: string,
     *     sandboxOnly?: bool,
     *     website?: mixed,
     * } $body
     */
    public function create(array $body, ?Options $options = null): string
    {
        return $this->http->send(new Request(
            'POST',
            '/api/access-requests',
            body: $body,
            keyed: true,
            open: true,
            take: 'requestId',
            options: $options,
        ));
    }

    /**
     * List access requests.
     *
     * Administrators of the operator’s organisation see all requests. Administrators of other organisations see none. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `from`: Requests made at this time or later.
     * - `to`: Requests made before this time.
     *
     * Scope: `access_requests:manage`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     status?: list<'PENDING'|'GRANTED'|'REFUSED'>,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     * } $query
     * @return Pages<AccessRequest>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/access-requests',
            query: $query,
            take: 'accessRequests',
            kind: [AccessRequest::class],
            options: $options,
        ));
    }

    /**
     * Read an access request.
     *
     * Includes the decision, once the request is decided.
     *
     * Scope: `access_requests:manage`.
     *
     * @param string $id The id of the access request.
     */
    public function get(string $id, ?Options $options = null): AccessRequest
    {
        return $this->http->send(new Request(
            'GET',
            '/api/access-requests/{id}',
            values: [$id],
            take: 'accessRequest',
            kind: AccessRequest::class,
            options: $options,
        ));
    }

    /**
     * Grant an access request.
     *
     * Creates the organisation, its first administrator (the contact) and a client that acts as the administrator with the given scopes. The administrator receives a link that shows the secret once. With the scope `clients:manage`, the organisation can create further clients itself.
     *
     * Scope: `access_requests:manage`.
     *
     * @param string $id The id of the access request.
     * @param array{
     *     plan: 'STARTER'|'PRO'|'ENTERPRISE',
     *     scopes: list<string>,
     *     email?: string,
     * } $body
     * @throws Conflict The request is already decided (details.state), is for the sandbox only, or its e-mail address is taken. In the last case, send another `email`.
     */
    public function grant(string $id, array $body, ?Options $options = null): GrantAccessRequestAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/access-requests/{id}/grant',
            values: [$id],
            body: $body,
            keyed: true,
            kind: GrantAccessRequestAnswer::class,
            options: $options,
        ));
    }

    /**
     * Refuse an access request.
     *
     * Notifies the contact of the refusal. The reason is internal and is not sent.
     *
     * Scope: `access_requests:manage`.
     *
     * @param string $id The id of the access request.
     * @param array{
     *     reason?: string,
     * } $body
     * @throws Conflict The request is already decided (details.state).
     */
    public function refuse(string $id, array $body = [], ?Options $options = null): AccessRequest
    {
        return $this->http->send(new Request(
            'POST',
            '/api/access-requests/{id}/refuse',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'accessRequest',
            kind: AccessRequest::class,
            options: $options,
        ));
    }

    /**
     * Create a new credential link for a granted request.
     *
     * Replaces a lost or expired link. The previous link ends. The new link is also sent to the administrator.
     *
     * Scope: `access_requests:manage`.
     *
     * @param string $id The id of the access request.
     * @throws Conflict The request was not granted (details.state), or a link was used, so the organisation already has its secret.
     */
    public function handOver(string $id, ?Options $options = null): HandOverAccessAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/access-requests/{id}/handover',
            values: [$id],
            keyed: true,
            kind: HandOverAccessAnswer::class,
            options: $options,
        ));
    }
}
