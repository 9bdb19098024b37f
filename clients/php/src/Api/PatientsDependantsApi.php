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
     * Register a person for whom the caller acts.
     *
     * Makes a new record of a patient without an account, such as a child. The caller acts for them at once, because the record contains only what the caller enters; `verified` is false until the organisation has seen the papers. Of an adult, the adult decides by a code (`POST /api/guardianships/requests`), or the organisation. `id` is the caller.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which patient.
     * @param array{
     *     name: string,
     *     birthDate: string,
     *     sex: 'F'|'M',
     *     kind: 'PARENT'|'GUARDIAN',
     * } $body
     * @throws Conflict The caller has too many dependants (details.limit.kind DEPENDANTS), or has registered too many in a year, ended guardianships included (REGISTERED_DEPENDANTS).
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
     * List the people for whom a patient acts.
     *
     * For the guardian, administrators and the front desk, with ended guardianships. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     *
     * Scope: `patients:read`.
     *
     * @param string $id Which patient.
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
