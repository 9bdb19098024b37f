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
use MedinaCare\Types\Patient;

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
     * Patients see their own lab orders, doctors and dentists the ones that they ordered, laboratories the ones that are addressed to them and not cancelled. Administrators see the lab orders of patients whose file they opened. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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
     * Doctors and dentists order in their own name. Administrators order in the name of `doctorId`, or by default of the doctor of the appointment, if any.
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
     * Available to the patient, the doctor, the addressed laboratory, and administrators who opened the file of the patient.
     *
     * Scope: `lab_orders:read`.
     *
     * @param string $id The id of the lab order.
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
     * A lab order goes from ORDERED to COLLECTED, IN_PROGRESS, RESULTS_READY and RELEASED, one step at a time; before RELEASED it may become CANCELLED. Its doctor, its laboratory and administrators set the status. RELEASED makes the results available to the patient, and alerts the doctor of critical values. Setting the current status changes nothing.
     *
     * Scope: `lab_orders:write`.
     *
     * @param string $id The id of the lab order.
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
     * Has the effect of `PUT /api/lab-orders/{id}` with the status CANCELLED. Its doctor, its laboratory and administrators can cancel it before it is RELEASED. Cancelling again changes nothing.
     *
     * Scope: `lab_orders:write`.
     *
     * @param string $id The id of the lab order.
     * @throws Conflict The lab order is RELEASED: details.state has from, to and the allowed statuses.
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
     * The patient, the doctor and administrators can choose while the lab order is ORDERED; null removes the laboratory. The laboratory sees the lab order and the patient’s name, birth date and sex; the previous laboratory no longer sees them. Patient and doctor are notified if another user chose.
     *
     * Scope: `lab_orders:write`.
     *
     * @param string $id The id of the lab order.
     * @param array{
     *     laboratoryId: string|null,
     * } $body
     * @throws Conflict The lab order is no longer ORDERED: details.state.
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
