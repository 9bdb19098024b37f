<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\ChangedLabOrder;
use MedinaCare\Types\LabOrder;
use MedinaCare\Types\Order;

/**
 * @property-read LabOrdersResultsApi $results
 * @property-read LabOrdersFilesApi $files
 */
final class LabOrdersApi extends Resource
{
    protected const WITHIN = [
        'results' => LabOrdersResultsApi::class,
        'files' => LabOrdersFilesApi::class,
    ];

    /**
     * List lab orders.
     *
     * Patients see their own, doctors and dentists those that they ordered, laboratories those that are addressed to them until they are cancelled, administrators all of the tenant. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     * - `from`: Ordered at this time or later.
     * - `to`: Ordered before this time.
     *
     * Scope: `lab_orders:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     status?: list<'ORDERED'|'COLLECTED'|'IN_PROGRESS'|'RESULTS_READY'|'RELEASED'|'CANCELLED'>,
     *     patientId?: string,
     *     doctorId?: string,
     *     laboratoryId?: string,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     * } $query
     * @return Pages<LabOrder>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/lab-orders',
            query: $query,
            take: 'labOrders',
            kind: [LabOrder::class],
            options: $options,
        ));
    }

    /**
     * Order lab tests.
     *
     * By a doctor or dentist in their own name, or by an administrator for the given doctor. Without `doctorId`, an order by an administrator belongs to the doctor of the appointment, if any.
     *
     * Scope: `lab_orders:write`.
     *
     * @param array{
     *     patientId: string,
     *     appointmentId?: string,
     *     doctorId?: string,
     *     laboratoryId?: string,
     *     tests: list<string>,
     * } $body
     */
    public function submit(array $body, ?Options $options = null): ChangedLabOrder
    {
        return $this->http->send(new Request(
            'POST',
            '/api/lab-orders',
            body: $body,
            keyed: true,
            take: 'labOrder',
            kind: ChangedLabOrder::class,
            options: $options,
        ));
    }

    /**
     * Read a lab order.
     *
     * For the patient, the prescriber, the addressed laboratory and administrators with a reason.
     *
     * Scope: `lab_orders:read`.
     *
     * @param string $id Which lab order.
     */
    public function get(string $id, ?Options $options = null): LabOrder
    {
        return $this->http->send(new Request(
            'GET',
            '/api/lab-orders/{id}',
            values: [$id],
            take: 'labOrder',
            kind: LabOrder::class,
            options: $options,
        ));
    }

    /**
     * Update the status of a lab order.
     *
     * The order is ORDERED, COLLECTED, IN_PROGRESS, RESULTS_READY, RELEASED, one step at a time; before RELEASED it may become CANCELLED. By its doctor, its laboratory or an administrator. RELEASED shows the results to the patient and alerts the doctor of critical values. Setting the current status changes nothing.
     *
     * Scope: `lab_orders:write`.
     *
     * @param string $id Which lab order.
     * @param array{
     *     status: 'ORDERED'|'COLLECTED'|'IN_PROGRESS'|'RESULTS_READY'|'RELEASED'|'CANCELLED',
     * } $body
     * @throws Conflict The current status does not allow it, or there are no results: details.state has from, to and the allowed statuses.
     */
    public function update(string $id, array $body, ?Options $options = null): ChangedLabOrder
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/lab-orders/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'labOrder',
            kind: ChangedLabOrder::class,
            options: $options,
        ));
    }

    /**
     * Cancel a lab order.
     *
     * As `PUT /api/lab-orders/{id}` with the status CANCELLED: by its doctor, its laboratory or an administrator, before it is RELEASED. Cancelling again changes nothing.
     *
     * Scope: `lab_orders:write`.
     *
     * @param string $id Which lab order.
     * @throws Conflict It is RELEASED: details.state has from, to and the allowed statuses.
     */
    public function cancel(string $id, ?Options $options = null): ChangedLabOrder
    {
        return $this->http->send(new Request(
            'POST',
            '/api/lab-orders/{id}/cancel',
            values: [$id],
            keyed: true,
            take: 'labOrder',
            kind: ChangedLabOrder::class,
            options: $options,
        ));
    }

    /**
     * Choose the laboratory of a lab order.
     *
     * By the patient, its doctor or an administrator, while it is ORDERED. The laboratory sees the lab order and the patient’s name, birth date and sex; the earlier one sees nothing of it any more. The patient and the doctor get a message unless they chose it themselves. Null: none.
     *
     * Scope: `lab_orders:write`.
     *
     * @param string $id Which lab order.
     * @param array{
     *     laboratoryId: string|null,
     * } $body
     * @throws Conflict The laboratory has begun, or the order is over: details.state.
     */
    public function chooseLaboratory(string $id, array $body, ?Options $options = null): ChangedLabOrder
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/lab-orders/{id}/laboratory',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'labOrder',
            kind: ChangedLabOrder::class,
            options: $options,
        ));
    }
}
