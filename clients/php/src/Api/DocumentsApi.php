<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Document;
use MedinaCare\Types\DocumentFile;
use MedinaCare\Types\GeneratePdfAnswer;
use MedinaCare\Types\Verification;

final class DocumentsApi extends Resource
{
    /**
     * Generate a document.
     *
     * For a record that the caller may see, by a token that also has the scope that reads it: `prescriptions:read`, `invoices:read`, or for certificates and attestations `appointments:read`. A prescription must be signed, and only the practitioner of the appointment can issue its certificate. Repeating the request returns the same document with a new URL, or a new document if it was cancelled. A repeat with the same Idempotency-Key returns the same response with the old URL: for a new one, omit the key or read the document.
     *
     * Scope: `pdf:generate`.
     *
     * @param array{
     *     templateId: 'prescription',
     *     data: array{
     *         prescriptionId: string,
     *         language?: 'fr'|'ar'|'fr-ar',
     *     },
     * }|array{
     *     templateId: 'certificate',
     *     data: array{
     *         appointmentId: string,
     *         statement?: string,
     *         rest?: array{
     *             from: string,
     *             days: int,
     *             outings?: bool,
     *         },
     *         language?: 'fr'|'ar'|'fr-ar',
     *     },
     * }|array{
     *     templateId: 'invoice',
     *     data: array{
     *         invoiceId: string,
     *         language?: 'fr'|'ar'|'fr-ar',
     *     },
     * }|array{
     *     templateId: 'attestation',
     *     data: array{
     *         appointmentId: string,
     *         purpose?: string,
     *         language?: 'fr'|'ar'|'fr-ar',
     *     },
     * } $body
     * @throws Conflict The prescription is unsigned, altered or cancelled; the appointment did not take place; or there is no signing certificate.
     */
    public function generate(array $body, ?Options $options = null): GeneratePdfAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/pdf/generate',
            body: $body,
            keyed: true,
            kind: GeneratePdfAnswer::class,
            options: $options,
        ));
    }

    /**
     * List documents.
     *
     * Patients see their own, doctors and dentists those that name them, pharmacies those of prescriptions with an order that was neither cancelled nor rejected, administrators all of the tenant. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     * - `from`: Created at this time or later.
     * - `to`: Created before this time.
     *
     * Scope: `documents:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     templateId?: 'prescription'|'certificate'|'invoice'|'attestation',
     *     patientId?: string,
     *     prescriptionId?: string,
     *     appointmentId?: string,
     *     invoiceId?: string,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     * } $query
     * @return Pages<Document>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/documents',
            query: $query,
            take: 'documents',
            kind: [Document::class],
            options: $options,
        ));
    }

    /**
     * Read a document.
     *
     * With a new URL of the file.
     *
     * Scope: `documents:read`.
     *
     * @param string $id Which document.
     */
    public function get(string $id, ?Options $options = null): DocumentFile
    {
        return $this->http->send(new Request(
            'GET',
            '/api/documents/{id}',
            values: [$id],
            take: 'document',
            kind: DocumentFile::class,
            options: $options,
        ));
    }

    /**
     * Cancel a document by its status.
     *
     * As `POST /api/documents/{id}/cancel`. By its practitioner or an administrator. Verification then reports it as cancelled. The record that it is about stays unchanged. Cancelling again changes nothing.
     *
     * Scope: `documents:write`.
     *
     * @param string $id Which document.
     * @param array{
     *     status: 'CANCELLED',
     *     reason?: string,
     * } $body
     */
    public function update(string $id, array $body, ?Options $options = null): Document
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/documents/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'document',
            kind: Document::class,
            options: $options,
        ));
    }

    /**
     * Cancel a document.
     *
     * By its practitioner or an administrator. Verification then reports it as cancelled. The record that it is about stays unchanged. Cancelling again changes nothing.
     *
     * Scope: `documents:write`.
     *
     * @param string $id Which document.
     * @param array{
     *     reason?: string,
     * } $body
     */
    public function cancel(string $id, array $body = [], ?Options $options = null): Document
    {
        return $this->http->send(new Request(
            'POST',
            '/api/documents/{id}/cancel',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'document',
            kind: Document::class,
            options: $options,
        ));
    }

    /**
     * Verify a document.
     *
     * The address in the QR code of a document: whether it is genuine, and its current state. Needs no token. Send `Accept: application/json`; browsers get a page. To verify a file, compare its SHA-256.
     *
     * @param string $serial The serial number; case, dashes and spaces are ignored.
     */
    public function verify(string $serial, ?Options $options = null): Verification
    {
        return $this->http->send(new Request(
            'GET',
            '/verify/{serial}',
            values: [$serial],
            open: true,
            take: 'verification',
            kind: Verification::class,
            options: $options,
        ));
    }
}
