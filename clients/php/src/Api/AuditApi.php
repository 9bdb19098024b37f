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
     * Administrators only. Every read and write of patient data and every refusal in the tenant, newest first; `patientId` shows who accessed a patient's file. A search with several filters that examines too many entries is refused with 422: narrow `from` and `to`. Entries of recalls name no patient, and are not found by one, unless you opened the file of the patient: they tell of a long-term condition. Reading this list adds an entry.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
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
