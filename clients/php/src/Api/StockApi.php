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
     * Pharmacies see their own, administrators all of the tenant. Newest first; with `expiringWithinDays` by expiry, the latest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     * - `medication`: A part of the name, without regard to case and accents.
     * - `expiringWithinDays`: Lots whose last day of use is at most this number of days ahead, including expired ones.
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
     * By the pharmacy, or an administrator who gives `pharmacyId`.
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
     * @throws Conflict The pharmacy has this lot number of the medicine already (details.lot.id): add a movement to it.
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
     * Of the caller’s pharmacy.
     *
     * Scope: `stock:read`.
     *
     * @param string $id Which lot.
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
     * @param string $id Which lot.
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
