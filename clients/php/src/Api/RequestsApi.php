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
     * The requests of the last 7 days with status and the fields at fault, refused ones (401, 429, malformed) included where their client is known; no bodies, values or people. A client reads its own; an administrator whose client has the scope `clients:manage` reads those of every client of the organisation. Requests of browsers are not included. Newest first, paged with `cursor`. With `after`: oldest first, to follow the log: start with `after=start`, continue with the `nextCursor` of each answer, which is always present; requests appear after 5 seconds and none is skipped. With `wait` too, a call that finds none is held until one appears, and is answered with an empty page if none does in time; it counts once against the rate limit. At most 5 calls of a client wait at a time, for requests or events; another one gets 429 with `Retry-After`. An entry is written about a second after its answer; a crash of a server may lose that second. Successful calls of this operation are not listed.
     *
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page.
     * - `after`: `start`, the id of a request or a `nextCursor`: the following ones, oldest first.
     * - `wait`: Seconds to wait for a request if there is none. Only with `after`.
     * - `status`: A status, or a class of them.
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
