<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\CareRelationship;

final class PatientsRelationshipsApi extends Resource
{
    /**
     * List the care relationships of a patient.
     *
     * For the patient and administrators. Returns one entry for each professional, including ended relationships and emergency accesses. The relationships that end last come first.
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
     * @return Pages<CareRelationship>
     */
    public function list(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/patients/{id}/relationships',
            values: [$id],
            query: $query,
            take: 'relationships',
            kind: [CareRelationship::class],
            options: $options,
        ));
    }

    /**
     * Allow a doctor or dentist to read the file of a patient.
     *
     * For the patient or an administrator. If an administrator calls it, the patient and the other administrators are notified. Access lasts as long as after a visit (24 months by default). Calling it again restarts that time.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the relationship.
     * @param string $professionalId The id of the relationship.
     * @param array{
     *     basis?: 'CONSENTED'|'REFERRED'|'REGISTERED',
     * } $body
     */
    public function state(string $id, string $professionalId, array $body = [], ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/patients/{id}/relationships/{professionalId}',
            values: [$id, $professionalId],
            body: $body,
            keyed: true,
            take: '',
            options: $options,
        ));
    }

    /**
     * End a care relationship.
     *
     * For the patient, or an administrator on their behalf. The professional can no longer read the file, but keeps access to their own entries and appointments. A new booking by the patient begins a new relationship.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the relationship.
     * @param string $professionalId The id of the relationship.
     */
    public function end(string $id, string $professionalId, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/patients/{id}/relationships/{professionalId}',
            values: [$id, $professionalId],
            keyed: true,
            take: '',
            options: $options,
        ));
    }
}
