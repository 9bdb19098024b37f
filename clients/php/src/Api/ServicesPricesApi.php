<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\ServicePrice;

final class ServicesPricesApi extends Resource
{
    /**
     * List the prices of a service.
     *
     * Scheduled, current and past prices, latest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `services:read`.
     *
     * @param string $id The id of the service.
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     * } $query
     * @return Pages<ServicePrice>
     */
    public function list(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/services/{id}/prices',
            values: [$id],
            query: $query,
            take: 'prices',
            kind: [ServicePrice::class],
            options: $options,
        ));
    }

    /**
     * Schedule a price of a service.
     *
     * The price takes effect at the given time. To change the price at once, update the service.
     *
     * Scope: `services:write`.
     *
     * @param string $id The id of the service.
     * @param array{
     *     priceMAD: int,
     *     from: \DateTimeInterface|string,
     * } $body
     * @throws Conflict Another price is scheduled for that time: details.price.id.
     */
    public function schedule(string $id, array $body, ?Options $options = null): ServicePrice
    {
        return $this->http->send(new Request(
            'POST',
            '/api/services/{id}/prices',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'price',
            kind: ServicePrice::class,
            options: $options,
        ));
    }

    /**
     * Withdraw a scheduled price.
     *
     * Only prices that are not in effect yet can be withdrawn.
     *
     * Scope: `services:write`.
     *
     * @param string $id The id of the price.
     * @throws Conflict The price is already in effect.
     */
    public function withdraw(string $id, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/services/prices/{id}',
            values: [$id],
            keyed: true,
            take: '',
            options: $options,
        ));
    }
}
