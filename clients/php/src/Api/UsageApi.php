<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Usage;

final class UsageApi extends Resource
{
    /**
     * Read the use of the limits.
     *
     * The plan, its limits and what clients use of them, with requests and errors by hour. A client reads its own; an administrator whose client has the scope `clients:manage` reads those of every client of the organisation. Requests of browsers are not included. Times are real, even under the test clock.
     *
     * - `period`: The hours to show.
     *
     * @param array{
     *     period?: '24h'|'7d',
     * } $query
     */
    public function get(array $query = [], ?Options $options = null): Usage
    {
        return $this->http->send(new Request(
            'GET',
            '/api/usage',
            query: $query,
            take: 'usage',
            kind: Usage::class,
            options: $options,
        ));
    }
}
