<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\LoggedRequest;

final class RequestsApi extends Resource
{
    /**
     * List requests of clients.
     *
     * Returns the requests of the last 7 days with their status and invalid fields, but without bodies, values and personal data. Refused requests (401, 429, malformed) are included if their client is known. A client reads its own requests. An administrator with the scope `clients:manage` reads the requests of every client of the organisation. Requests of browsers are not included.
     *
     * By default the list is newest first; page with `cursor`. With `after` it is oldest first, to follow the log. Start with `after=start`, and continue with the `nextCursor` of each response, which is always present. Requests appear after 5 seconds, and none is skipped.
     *
     * With `wait`, a call that finds no request waits until one appears, and returns an empty page if none appears in time. It counts once against the rate limit. At most 5 calls of a client can wait at a time, for requests or events; a further call gets 429 with `Retry-After`.
     *
     * An entry is written about a second after the answer; a crash of a server may lose the entries of that second. Successful calls of this operation are not listed.
     *
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page.
     * - `after`: Oldest first, after this position: `start`, the id of a request, or a `nextCursor`.
     * - `wait`: Seconds to wait for a request if there is none. Only with `after`.
     * - `status`: A status such as 404, or a class such as 4xx.
     * - `from`: At or after this time.
     * - `to`: Before this time.
     *
     * @param array{
     *     pageSize?: int,
     *     cursor?: string,
     *     after?: string,
     *     wait?: int,
     *     clientId?: string,
     *     status?: string,
     *     operation?: string,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     * } $query
     * @return Pages<LoggedRequest>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/requests',
            query: $query,
            take: 'requests',
            kind: [LoggedRequest::class],
            options: $options,
        ));
    }
}
