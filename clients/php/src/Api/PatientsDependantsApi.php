<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Guardianship;

final class PatientsDependantsApi extends Resource
{
    /**
     * Register a dependant.
     *
     * Creates a record for a patient without an account, such as a child, and makes the caller their guardian. `id` is the id of the caller. The guardian can act at once, because the record contains only what the guardian enters. `verified` is false until the organisation has seen the papers. To act for an adult, ask them for a code (`POST /api/guardianships/requests`), or ask the organisation.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the patient.
     * @param array{
     *     name: string,
     *     birthDate: string,
     *     sex: 'F'|'M',
     *     kind: 'PARENT'|'GUARDIAN',
     * } $body
     * @throws Conflict The caller has too many dependants (details.limit.kind DEPENDANTS), or has registered too many in a year, including those whose guardianship has ended (REGISTERED_DEPENDANTS).
     */
    public function register(string $id, array $body, ?Options $options = null): Guardianship
    {
        return $this->http->send(new Request(
            'POST',
            '/api/patients/{id}/dependants',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'guardianship',
            kind: Guardianship::class,
            options: $options,
        ));
    }

    /**
     * List the dependants of a patient.
     *
     * For the guardian, administrators and the front desk. Includes ended guardianships. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `patients:read`.
     *
     * @param string $id The id of the patient.
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     * } $query
     * @return Pages<Guardianship>
     */
    public function list(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/patients/{id}/dependants',
            values: [$id],
            query: $query,
            take: 'guardianships',
            kind: [Guardianship::class],
            options: $options,
        ));
    }
}
