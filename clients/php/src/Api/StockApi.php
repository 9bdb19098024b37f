<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\StockLot;

/**
 * @property-read StockMovementsApi $movements
 */
final class StockApi extends Resource
{
    protected const WITHIN = [
        'movements' => StockMovementsApi::class,
    ];

    /**
     * List the lots of a pharmacy.
     *
     * Pharmacies see their own lots, administrators all lots of the tenant. Newest first; with `expiringWithinDays`, sorted by expiry date, latest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `medication`: Part of the name. Case and accents are ignored.
     * - `expiringWithinDays`: Lots that expire within this number of days, including expired lots.
     * - `includeEmpty`: Whether to include empty lots.
     *
     * Scope: `stock:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     medication?: string,
     *     expiringWithinDays?: int,
     *     includeEmpty?: bool,
     *     pharmacyId?: string,
     * } $query
     * @return Pages<StockLot>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/stock',
            query: $query,
            take: 'lots',
            kind: [StockLot::class],
            options: $options,
        ));
    }

    /**
     * Add a lot to the stock of a pharmacy.
     *
     * Pharmacies add lots to their own stock. Administrators give a `pharmacyId`.
     *
     * Scope: `stock:write`.
     *
     * @param array{
     *     pharmacyId?: string,
     *     medication: string,
     *     lotNumber: string,
     *     quantity: int,
     *     expiresOn: string,
     * } $body
     * @throws Conflict The pharmacy already has a lot of the medicine with this number (details.lot.id): record a movement on it.
     */
    public function receive(array $body, ?Options $options = null): StockLot
    {
        return $this->http->send(new Request(
            'POST',
            '/api/stock',
            body: $body,
            keyed: true,
            take: 'lot',
            kind: StockLot::class,
            options: $options,
        ));
    }

    /**
     * Read a lot.
     *
     * Pharmacies read their own lots, administrators all lots of the tenant.
     *
     * Scope: `stock:read`.
     *
     * @param string $id The id of the lot.
     */
    public function get(string $id, ?Options $options = null): StockLot
    {
        return $this->http->send(new Request(
            'GET',
            '/api/stock/{id}',
            values: [$id],
            take: 'lot',
            kind: StockLot::class,
            options: $options,
        ));
    }

    /**
     * Correct a lot.
     *
     * Absent fields stay unchanged. A different quantity is recorded as a movement with the note; a new expiry date triggers new warnings.
     *
     * Scope: `stock:write`.
     *
     * @param string $id The id of the lot.
     * @param array{
     *     quantity?: int,
     *     note?: string,
     *     expiresOn?: string,
     * } $body
     */
    public function update(string $id, array $body = [], ?Options $options = null): StockLot
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/stock/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'lot',
            kind: StockLot::class,
            options: $options,
        ));
    }
}
