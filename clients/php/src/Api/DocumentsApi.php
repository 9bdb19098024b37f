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
     * Generates a PDF about a record that the caller may see. The token also needs the scope that reads the record: `prescriptions:read`, `invoices:read`, or `appointments:read` for certificates and attestations. A prescription must be signed; only the practitioner of the appointment can issue a certificate. A repeated request returns the same document with a new URL, or a new document if the first one was cancelled. With the same Idempotency-Key it returns the first response, with the old URL: to get a new URL, omit the key or read the document.
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
     * @throws Conflict The prescription is unsigned, altered or cancelled; the appointment did not take place; there is no signing certificate; or a certificate of the signature is revoked.
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
     * Patients see their own documents, doctors and dentists the documents that name them, pharmacies the documents of prescriptions that are ordered from them and whose order is neither cancelled nor rejected. Administrators see all documents of the tenant. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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
     * Returns the document with a new URL of its file.
     *
     * Scope: `documents:read`.
     *
     * @param string $id The id of the document.
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
     * Has the effect of `POST /api/documents/{id}/cancel`. The practitioner of the document and administrators can cancel it. Verification then reports it as cancelled. The prescription, invoice or appointment stays unchanged. Cancelling again changes nothing.
     *
     * Scope: `documents:write`.
     *
     * @param string $id The id of the document.
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
     * The practitioner of the document and administrators can cancel it. Verification then reports it as cancelled. The prescription, invoice or appointment stays unchanged. Cancelling again changes nothing.
     *
     * Scope: `documents:write`.
     *
     * @param string $id The id of the document.
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
     * Reports whether a document is genuine, and its current state. The QR code of the document contains this URL. Needs no token. Send `Accept: application/json`; browsers get a page. To verify a file, compare its SHA-256.
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
