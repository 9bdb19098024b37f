<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Invoice;
use MedinaCare\Types\InvoiceWithPayments;
use MedinaCare\Types\Payment;
use MedinaCare\Types\Refund;

final class InvoicesApi extends Resource
{
    /**
     * List invoices.
     *
     * Patients see their own invoices, doctors and dentists the invoices of their consultations, the front desk and administrators all invoices of the tenant. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `from`: Created at this time or later.
     * - `to`: Created before this time.
     *
     * Scope: `invoices:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     status?: list<'OPEN'|'PARTIALLY_PAID'|'PAID'|'PARTIALLY_REFUNDED'|'REFUNDED'|'CANCELLED'>,
     *     patientId?: string,
     *     doctorId?: string,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     * } $query
     * @return Pages<Invoice>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/invoices',
            query: $query,
            take: 'invoices',
            kind: [Invoice::class],
            options: $options,
        ));
    }

    /**
     * Create an invoice.
     *
     * Doctors and dentists invoice patients whom they treat, the front desk and administrators all patients. The invoice gets the next number of its year. It cannot be changed: cancel it and create another.
     *
     * Scope: `invoices:write`.
     *
     * @param array{
     *     patientId: string,
     *     appointmentId?: string,
     *     amountMAD: int,
     *     description?: string,
     * } $body
     */
    public function create(array $body, ?Options $options = null): InvoiceWithPayments
    {
        return $this->http->send(new Request(
            'POST',
            '/api/invoices',
            body: $body,
            keyed: true,
            take: 'invoice',
            kind: InvoiceWithPayments::class,
            options: $options,
        ));
    }

    /**
     * Read an invoice with its payments and refunds.
     *
     * Payments and refunds are listed oldest first.
     *
     * Scope: `invoices:read`.
     *
     * @param string $id The id of the invoice.
     */
    public function get(string $id, ?Options $options = null): InvoiceWithPayments
    {
        return $this->http->send(new Request(
            'GET',
            '/api/invoices/{id}',
            values: [$id],
            take: 'invoice',
            kind: InvoiceWithPayments::class,
            options: $options,
        ));
    }

    /**
     * Cancel an invoice by its status.
     *
     * Has the effect of `POST /api/invoices/{id}/cancel`. The doctor or dentist of the invoice and administrators can cancel it, unless anything was paid. It keeps its number. Cancelling again changes nothing.
     *
     * Scope: `invoices:write`.
     *
     * @param string $id The id of the invoice.
     * @param array{
     *     status: 'CANCELLED',
     *     reason?: string,
     * } $body
     * @throws Conflict A payment was made, or a card payment is pending.
     */
    public function update(string $id, array $body, ?Options $options = null): InvoiceWithPayments
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/invoices/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'invoice',
            kind: InvoiceWithPayments::class,
            options: $options,
        ));
    }

    /**
     * Cancel an invoice.
     *
     * The doctor or dentist of the invoice and administrators can cancel it, unless anything was paid. It keeps its number. Cancelling again changes nothing.
     *
     * Scope: `invoices:write`.
     *
     * @param string $id The id of the invoice.
     * @param array{
     *     reason?: string,
     * } $body
     * @throws Conflict A payment was made, or a card payment is pending.
     */
    public function cancel(string $id, array $body = [], ?Options $options = null): InvoiceWithPayments
    {
        return $this->http->send(new Request(
            'POST',
            '/api/invoices/{id}/cancel',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'invoice',
            kind: InvoiceWithPayments::class,
            options: $options,
        ));
    }

    /**
     * Pay an invoice in full or in part.
     *
     * The patient, the doctor or dentist, the front desk and administrators pay by card. All of them except the patient record payments in cash. With an Idempotency-Key a card is charged once, even if the connection fails. The sandbox simulates payments: every token succeeds except `tok_declined`, `tok_unavailable` and `tok_timeout`; `tok_refund_declined` and `tok_refund_timeout` make refunds fail.
     *
     * Scope: `invoices:write`.
     *
     * @param string $id The id of the invoice.
     * @param array{
     *     method: 'CARD'|'CASH',
     *     amountMAD: int,
     *     cardToken?: string,
     * } $body
     * @throws Conflict The amount exceeds the amount due (details.due), the card was declined (details.payment), or the installation has no card provider.
     */
    public function takePayment(string $id, array $body, ?Options $options = null): Payment
    {
        return $this->http->send(new Request(
            'POST',
            '/api/invoices/{id}/payments',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'payment',
            kind: Payment::class,
            options: $options,
        ));
    }

    /**
     * Refund an invoice in full or in part.
     *
     * The doctor or dentist of the invoice and administrators can refund it. Card payments are refunded first, each to its card, newest payment first. Cash is refunded last: the caller hands it out.
     *
     * Scope: `invoices:write`.
     *
     * @param string $id The id of the invoice.
     * @param array{
     *     amountMAD: int,
     *     reason?: string,
     * } $body
     * @throws Conflict The amount exceeds the refundable amount (details.refundable), the bank refused the refund (details.refund), or the installation has no card provider.
     */
    public function refund(string $id, array $body, ?Options $options = null): Refund
    {
        return $this->http->send(new Request(
            'POST',
            '/api/invoices/{id}/refunds',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'refund',
            kind: Refund::class,
            options: $options,
        ));
    }
}
