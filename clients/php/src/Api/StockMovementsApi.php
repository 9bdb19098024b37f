<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\NewStockMovement;
use MedinaCare\Types\StockMovement;

final class StockMovementsApi extends Resource
{
    /**
     * Record a stock movement.
     *
     * SOLD and LOST need a negative delta, RECEIVED and RETURNED a positive one, CORRECTION either.
     *
     * Scope: `stock:write`.
     *
     * @param string $id The id of the lot.
     * @param array{
     *     delta: int,
     *     reason: 'RECEIVED'|'SOLD'|'RETURNED'|'LOST'|'CORRECTION',
     *     note?: string,
     * } $body
     * @throws Conflict The stock is too low: details.stock.quantity.
     */
    public function record(string $id, array $body, ?Options $options = null): NewStockMovement
    {
        return $this->http->send(new Request(
            'POST',
            '/api/stock/{id}/movements',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'movement',
            kind: NewStockMovement::class,
            options: $options,
        ));
    }

    /**
     * List the movements of a lot.
     *
     * Newest first, down to the receipt of the lot.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `stock:read`.
     *
     * @param string $id The id of the lot.
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     * } $query
     * @return Pages<StockMovement>
     */
    public function list(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/stock/{id}/movements',
            values: [$id],
            query: $query,
            take: 'movements',
            kind: [StockMovement::class],
            options: $options,
        ));
    }
}
