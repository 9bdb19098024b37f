<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\AuditEntry;

final class AuditApi extends Resource
{
    /**
     * List audit entries.
     *
     * Administrators only. Returns every read and write of patient data and every refusal in the organisation, newest first. Use `patientId` to see who accessed a patient's file. A search that examines too many entries is refused with 422: narrow `from` and `to`. Entries of recalls reveal a long-term condition, so they name the patient, and are found by patient, only if you have opened that patient's file. Reading this list adds an entry.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `patientId`: Entries that showed or changed data of this patient.
     * - `from`: At or after this time.
     * - `to`: Before this time.
     *
     * Scope: `audit:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     patientId?: string,
     *     userId?: string,
     *     clientId?: string,
     *     operation?: string,
     *     outcome?: string,
     *     subjectId?: string,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     * } $query
     * @return Pages<AuditEntry>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/audit',
            query: $query,
            take: 'audit',
            kind: [AuditEntry::class],
            options: $options,
        ));
    }
}
