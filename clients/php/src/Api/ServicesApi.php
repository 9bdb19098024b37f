<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Service;

/**
 * @property-read ServicesPricesApi $prices
 */
final class ServicesApi extends Resource
{
    protected const WITHIN = [
        'prices' => ServicesPricesApi::class,
    ];

    /**
     * List services.
     *
     * All users see all services of the organisation. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `active`: true: only services that are offered. false: only services that are not.
     *
     * Scope: `services:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     active?: bool,
     * } $query
     * @return Pages<Service>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/services',
            query: $query,
            take: 'services',
            kind: [Service::class],
            options: $options,
        ));
    }

    /**
     * Create a service.
     *
     * Creates a service with its first price, which takes effect at once.
     *
     * Scope: `services:write`.
     *
     * @param array{
     *     name: string,
     *     code?: string,
     *     priceMAD: int,
     *     durationMin?: int,
     *     active?: bool,
     * } $body
     * @throws Conflict Another service has this code: details.service.id.
     */
    public function create(array $body, ?Options $options = null): Service
    {
        return $this->http->send(new Request(
            'POST',
            '/api/services',
            body: $body,
            keyed: true,
            take: 'service',
            kind: Service::class,
            options: $options,
        ));
    }

    /**
     * Read a service.
     *
     * `priceMAD` is the current price, including scheduled prices that have taken effect.
     *
     * Scope: `services:read`.
     *
     * @param string $id The id of the service.
     */
    public function get(string $id, ?Options $options = null): Service
    {
        return $this->http->send(new Request(
            'GET',
            '/api/services/{id}',
            values: [$id],
            take: 'service',
            kind: Service::class,
            options: $options,
        ));
    }

    /**
     * Update a service.
     *
     * Absent fields stay unchanged. A new price takes effect at once, and applies until the next scheduled price.
     *
     * Scope: `services:write`.
     *
     * @param string $id The id of the service.
     * @param array{
     *     name?: string,
     *     code?: string|null,
     *     priceMAD?: int,
     *     durationMin?: int|null,
     *     active?: bool,
     * } $body
     * @throws Conflict Another service has this code: details.service.id.
     */
    public function update(string $id, array $body = [], ?Options $options = null): Service
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/services/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'service',
            kind: Service::class,
            options: $options,
        ));
    }
}
