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
     * Patients see their own, doctors and dentists those that they issued, pharmacies those with an order that was neither cancelled nor rejected, administrators all of the tenant. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
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
     * On an appointment of the caller with the patient, or as a renewal without one if the two have a confirmed or completed appointment. It is signed at once if the prescriber has a signing key, as everyone has in the sandbox. A prescription cannot be changed: cancel it and issue another.
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
     * With every line, and what of each may still be dispensed.
     *
     * Scope: `prescriptions:read`.
     *
     * @param string $id Which prescription.
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
     * As `POST /api/prescriptions/{id}/cancel`. By its prescriber or an administrator, at any time. Its orders that are PENDING, PREPARING or READY are cancelled and their pharmacies notified; DELIVERED ones stay. New orders are refused. Cancelling again changes nothing.
     *
     * Scope: `prescriptions:write`.
     *
     * @param string $id Which prescription.
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
     * By its prescriber or an administrator, at any time. Its orders that are PENDING, PREPARING or READY are cancelled and their pharmacies notified; DELIVERED ones stay. New orders are refused. Cancelling again changes nothing.
     *
     * Scope: `prescriptions:write`.
     *
     * @param string $id Which prescription.
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
     * By its prescriber. The first signature creates their signing key. Signing again returns the existing signature.
     *
     * Scope: `prescriptions:write`.
     *
     * @param string $id Which prescription.
     * @throws Conflict It was cancelled before it was signed.
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
     * Compares the stored prescription with the signed content, and returns all that is needed to verify it independently: `value` is a JWS with detached content, which is `canonical`. 404 while it is not signed.
     *
     * Scope: `prescriptions:read`.
     *
     * @param string $id Which prescription.
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
     * By the patient, to show in a pharmacy, which orders with it once. It is valid for 15 to 30 minutes and until the next order on the prescription.
     *
     * Scope: `orders:write`.
     *
     * @param string $id Which prescription.
     * @throws Conflict The prescription has an open order (details.order.id), has nothing left (details.dispensing.left is 0), was cancelled, or has expired.
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
