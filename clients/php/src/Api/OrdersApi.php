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
     * Patients see their own, pharmacies those placed with them, doctors and dentists those on their prescriptions, administrators all of the tenant. Newest first. For pharmacies, `patientId` omits orders that are CANCELLED or REJECTED.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
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
     * On a prescription that the caller may see: by its patient, its prescriber or an administrator. A prescription has one open order at a time, and further ones while its lines have something left. A pharmacy may order only from itself and in the presence of the patient, who shows a `pickupCode`; never after an order at it was cancelled, until the patient orders there again.
     *
     * Scope: `orders:write`.
     *
     * @param array{
     *     prescriptionId: string,
     *     pharmacyId: string,
     *     deliveryRequested?: bool,
     *     pickupCode?: string,
     * } $body
     * @throws Conflict The prescription has an open order (details.order.id), has nothing left (details.dispensing.left is 0), was cancelled, or has expired.
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
     * For the patient, the prescriber, the addressed pharmacy and administrators.
     *
     * Scope: `orders:read`.
     *
     * @param string $id Which order.
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
     * The order is PENDING, PREPARING, READY, DELIVERED, one step at a time; PENDING and PREPARING may become CANCELLED or REJECTED. By its pharmacy or an administrator; the patient may cancel while it is PENDING. PREPARING needs a signed prescription. Setting the current status changes nothing. An order of a prescription with nothing left, or with a substance of table A or B after its `validUntil`, can only be CANCELLED or REJECTED.
     *
     * Scope: `orders:write`.
     *
     * @param string $id Which order.
     * @param array{
     *     status: 'PENDING'|'PREPARING'|'READY'|'DELIVERED'|'CANCELLED'|'REJECTED',
     *     dispensed?: list<array{
     *         line: int,
     *         quantity: int,
     *     }>,
     * } $body
     * @throws Conflict The current status does not allow it: details.state has from, to and the allowed statuses. Or nothing is left (details.dispensing.left is 0).
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
     * As `PUT /api/orders/{id}` with the status CANCELLED: by its pharmacy or an administrator while it is PENDING or PREPARING, by the patient while it is PENDING. Cancelling again changes nothing.
     *
     * Scope: `orders:write`.
     *
     * @param string $id Which order.
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
     * By its patient or an administrator while it is PENDING. The order becomes CANCELLED, its pharmacy is notified and no longer sees prescription and patient, and the other pharmacy gets a new order.
     *
     * Scope: `orders:write`.
     *
     * @param string $id Which order.
     * @param array{
     *     pharmacyId: string,
     *     deliveryRequested?: bool,
     * } $body
     * @throws Conflict It is not PENDING (details.state), has nothing left to dispense (details.dispensing.left is 0), or the prescription has expired.
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
