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
     * Returns the plan, its limits and how much of them clients use, with requests and errors by hour. A client reads its own requests. An administrator with the scope `clients:manage` reads the requests of every client of the organisation. Requests of browsers are not included. Times are real times, even if the test clock runs ahead.
     *
     * - `period`: The period to return.
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
