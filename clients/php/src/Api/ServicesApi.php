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
     * Every user sees all services of the organisation. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     * - `active`: Only services that are offered, or that are not.
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
     * A service that the organisation offers, with its first price.
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
     * `priceMAD` is the current price; scheduled prices take effect at their time.
     *
     * Scope: `services:read`.
     *
     * @param string $id Which service.
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
     * Absent fields stay unchanged. A new price takes effect at once, until the next scheduled one.
     *
     * Scope: `services:write`.
     *
     * @param string $id Which service.
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
