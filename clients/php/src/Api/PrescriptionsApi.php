<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\PickupCode;
use MedinaCare\Types\Prescription;
use MedinaCare\Types\PrescriptionSignature;

final class PrescriptionsApi extends Resource
{
    /**
     * List prescriptions.
     *
     * Patients see their own prescriptions, doctors and dentists the prescriptions that they issued, administrators all prescriptions of the tenant. Pharmacies see prescriptions that are ordered from them, unless the order is cancelled or rejected. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `from`: Issued at this time or later.
     * - `to`: Issued before this time.
     *
     * Scope: `prescriptions:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     patientId?: string,
     *     doctorId?: string,
     *     appointmentId?: string,
     *     status?: list<'ISSUED'|'CANCELLED'>,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     * } $query
     * @return Pages<Prescription>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/prescriptions',
            query: $query,
            take: 'prescriptions',
            kind: [Prescription::class],
            options: $options,
        ));
    }

    /**
     * Issue a prescription.
     *
     * Issues a prescription for an appointment of the caller with the patient. Without an appointment it is a renewal, which requires a confirmed or completed appointment of the two. The prescription is signed at once if the prescriber has a signing key; in the sandbox the key is created on first use. A prescription cannot be changed: cancel it and issue another.
     *
     * Scope: `prescriptions:write`.
     *
     * @param array{
     *     patientId: string,
     *     appointmentId?: string,
     *     medication?: string,
     *     dosage?: string,
     *     instructions?: string,
     *     durationDays?: int,
     *     substanceTable?: 'A'|'B'|'C',
     *     quantity?: int,
     *     unit?: string,
     *     refills?: int,
     *     substitutable?: bool,
     *     items?: list<array{
     *         medication: string,
     *         dosage: string,
     *         instructions?: string,
     *         durationDays?: int,
     *         substanceTable?: 'A'|'B'|'C',
     *         quantity?: int,
     *         unit?: string,
     *         refills?: int,
     *         substitutable?: bool,
     *     }>,
     *     patientWeightKg?: float,
     *     validUntil?: \DateTimeInterface|string,
     * } $body
     * @throws Conflict The appointment is CANCELLED or NO_SHOW.
     */
    public function issue(array $body, ?Options $options = null): Prescription
    {
        return $this->http->send(new Request(
            'POST',
            '/api/prescriptions',
            body: $body,
            keyed: true,
            take: 'prescription',
            kind: Prescription::class,
            options: $options,
        ));
    }

    /**
     * Read a prescription.
     *
     * Returns all lines, with the amount of each that can still be dispensed.
     *
     * Scope: `prescriptions:read`.
     *
     * @param string $id The id of the prescription.
     */
    public function get(string $id, ?Options $options = null): Prescription
    {
        return $this->http->send(new Request(
            'GET',
            '/api/prescriptions/{id}',
            values: [$id],
            take: 'prescription',
            kind: Prescription::class,
            options: $options,
        ));
    }

    /**
     * Cancel a prescription by its status.
     *
     * Has the effect of `POST /api/prescriptions/{id}/cancel`. The prescriber and administrators can cancel a prescription at any time. Orders that are PENDING, PREPARING or READY are cancelled, and their pharmacies are notified; DELIVERED orders stay. New orders are refused. Cancelling again changes nothing.
     *
     * Scope: `prescriptions:write`.
     *
     * @param string $id The id of the prescription.
     * @param array{
     *     status: 'CANCELLED',
     *     reason?: string,
     * } $body
     */
    public function update(string $id, array $body, ?Options $options = null): Prescription
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/prescriptions/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'prescription',
            kind: Prescription::class,
            options: $options,
        ));
    }

    /**
     * Cancel a prescription.
     *
     * The prescriber and administrators can cancel a prescription at any time. Orders that are PENDING, PREPARING or READY are cancelled, and their pharmacies are notified; DELIVERED orders stay. New orders are refused. Cancelling again changes nothing.
     *
     * Scope: `prescriptions:write`.
     *
     * @param string $id The id of the prescription.
     * @param array{
     *     reason?: string,
     * } $body
     */
    public function cancel(string $id, array $body = [], ?Options $options = null): Prescription
    {
        return $this->http->send(new Request(
            'POST',
            '/api/prescriptions/{id}/cancel',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'prescription',
            kind: Prescription::class,
            options: $options,
        ));
    }

    /**
     * Sign a prescription.
     *
     * Only the prescriber can sign. The first signature creates their signing key. Signing again returns the existing signature.
     *
     * Scope: `prescriptions:write`.
     *
     * @param string $id The id of the prescription.
     * @throws Conflict The prescription is not signed, and was cancelled.
     */
    public function sign(string $id, ?Options $options = null): Prescription
    {
        return $this->http->send(new Request(
            'POST',
            '/api/prescriptions/{id}/sign',
            values: [$id],
            keyed: true,
            take: 'prescription',
            kind: Prescription::class,
            options: $options,
        ));
    }

    /**
     * Verify the signature of a prescription.
     *
     * Compares the stored prescription with the signed content. The response allows an independent verification: `value` is a JWS with detached content, and `canonical` is that content. 404 while the prescription is not signed.
     *
     * Scope: `prescriptions:read`.
     *
     * @param string $id The id of the prescription.
     */
    public function getSignature(string $id, ?Options $options = null): PrescriptionSignature
    {
        return $this->http->send(new Request(
            'GET',
            '/api/prescriptions/{id}/signature',
            values: [$id],
            take: 'signature',
            kind: PrescriptionSignature::class,
            options: $options,
        ));
    }

    /**
     * Create a pickup code.
     *
     * Creates a code that the patient shows in a pharmacy. The pharmacy can place one order with it. The code expires after 15 to 30 minutes, or with the next order on the prescription.
     *
     * Scope: `orders:write`.
     *
     * @param string $id The id of the prescription.
     * @throws Conflict The prescription has an open order (details.order.id), is used up (details.dispensing.left is 0), was cancelled, or has expired.
     */
    public function createPickupCode(string $id, ?Options $options = null): PickupCode
    {
        return $this->http->send(new Request(
            'POST',
            '/api/prescriptions/{id}/pickup-code',
            values: [$id],
            keyed: true,
            take: 'pickupCode',
            kind: PickupCode::class,
            options: $options,
        ));
    }
}
