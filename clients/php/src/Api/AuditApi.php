<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\AuditEntry;
use MedinaCare\Types\AuditVerification;

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

    /**
     * Verify the chain of the audit log.
     *
     * Administrators only. Each call verifies the next ten seals, at most about 10,000 entries: that no seal and no sealed entry was changed or removed. Call again with `cursor` until `nextCursor` is null. Entries that are in no seal and recorded heads are checked by the operator’s command `npm run verify-audit`. Each call adds an entry.
     *
     * - `cursor`: The `nextCursor` of the previous page.
     * - `keptSince`: Entries before this time may be missing, because the operator dropped them.
     *
     * Scope: `audit:read`.
     *
     * @param array{
     *     cursor?: string,
     *     keptSince?: \DateTimeInterface|string,
     * } $query
     */
    public function verify(array $query = [], ?Options $options = null): AuditVerification
    {
        return $this->http->send(new Request(
            'GET',
            '/api/audit/verification',
            query: $query,
            take: 'verification',
            kind: AuditVerification::class,
            options: $options,
        ));
    }
}
