<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Order;

final class OrdersApi extends Resource
{
    /**
     * List pharmacy orders.
     *
     * Patients see their own orders, pharmacies the orders placed with them, doctors and dentists the orders on their prescriptions, administrators all orders of the tenant. Newest first. For pharmacies, the filter `patientId` omits orders that are CANCELLED or REJECTED.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `from`: Placed at this time or later.
     * - `to`: Placed before this time.
     *
     * Scope: `orders:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     status?: list<'PENDING'|'PREPARING'|'READY'|'DELIVERED'|'CANCELLED'|'REJECTED'>,
     *     patientId?: string,
     *     pharmacyId?: string,
     *     prescriptionId?: string,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     * } $query
     * @return Pages<Order>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/orders',
            query: $query,
            take: 'orders',
            kind: [Order::class],
            options: $options,
        ));
    }

    /**
     * Order a prescription from a pharmacy.
     *
     * The patient, the prescriber and administrators can order. A prescription has one open order at a time; after a delivery it can be ordered again while any of its lines has an amount left. A pharmacy can order only from itself, with a `pickupCode` that the patient shows. After an order at this pharmacy was cancelled, the pharmacy cannot order until the patient orders there again.
     *
     * Scope: `orders:write`.
     *
     * @param array{
     *     prescriptionId: string,
     *     pharmacyId: string,
     *     deliveryRequested?: bool,
     *     pickupCode?: string,
     * } $body
     * @throws Conflict The prescription has an open order (details.order.id), is used up (details.dispensing.left is 0), was cancelled, or has expired.
     */
    public function place(array $body, ?Options $options = null): Order
    {
        return $this->http->send(new Request(
            'POST',
            '/api/orders',
            body: $body,
            keyed: true,
            take: 'order',
            kind: Order::class,
            options: $options,
        ));
    }

    /**
     * Read a pharmacy order.
     *
     * Available to the patient, the prescriber, the pharmacy of the order and administrators.
     *
     * Scope: `orders:read`.
     *
     * @param string $id The id of the order.
     */
    public function get(string $id, ?Options $options = null): Order
    {
        return $this->http->send(new Request(
            'GET',
            '/api/orders/{id}',
            values: [$id],
            take: 'order',
            kind: Order::class,
            options: $options,
        ));
    }

    /**
     * Update the status of a pharmacy order.
     *
     * An order goes from PENDING to PREPARING, READY and DELIVERED, one step at a time. PENDING and PREPARING orders may become CANCELLED or REJECTED. The pharmacy of the order and administrators set the status; the patient may cancel a PENDING order. PREPARING requires a signed prescription. Setting the current status changes nothing. If the prescription is used up, or has a substance of table A or B and is past its `validUntil`, the order can only be CANCELLED or REJECTED.
     *
     * Scope: `orders:write`.
     *
     * @param string $id The id of the order.
     * @param array{
     *     status: 'PENDING'|'PREPARING'|'READY'|'DELIVERED'|'CANCELLED'|'REJECTED',
     *     dispensed?: list<array{
     *         line: int,
     *         quantity: int,
     *     }>,
     * } $body
     * @throws Conflict The current status does not allow it: details.state has from, to and the allowed statuses. Or the prescription is used up (details.dispensing.left is 0).
     */
    public function update(string $id, array $body, ?Options $options = null): Order
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/orders/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'order',
            kind: Order::class,
            options: $options,
        ));
    }

    /**
     * Cancel a pharmacy order.
     *
     * Has the effect of `PUT /api/orders/{id}` with the status CANCELLED. The pharmacy and administrators can cancel a PENDING or PREPARING order, the patient a PENDING one. Cancelling again changes nothing.
     *
     * Scope: `orders:write`.
     *
     * @param string $id The id of the order.
     * @throws Conflict The current status does not allow it: details.state has from, to and the allowed statuses.
     */
    public function cancel(string $id, ?Options $options = null): Order
    {
        return $this->http->send(new Request(
            'POST',
            '/api/orders/{id}/cancel',
            values: [$id],
            keyed: true,
            take: 'order',
            kind: Order::class,
            options: $options,
        ));
    }

    /**
     * Change the pharmacy of an order.
     *
     * The patient and administrators can change the pharmacy of a PENDING order. The order becomes CANCELLED, and the other pharmacy gets a new order. The first pharmacy is notified, and no longer sees the prescription and the patient.
     *
     * Scope: `orders:write`.
     *
     * @param string $id The id of the order.
     * @param array{
     *     pharmacyId: string,
     *     deliveryRequested?: bool,
     * } $body
     * @throws Conflict The order is not PENDING (details.state), or the prescription is used up (details.dispensing.left is 0) or has expired.
     */
    public function transfer(string $id, array $body, ?Options $options = null): Order
    {
        return $this->http->send(new Request(
            'POST',
            '/api/orders/{id}/transfer',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'order',
            kind: Order::class,
            options: $options,
        ));
    }
}
