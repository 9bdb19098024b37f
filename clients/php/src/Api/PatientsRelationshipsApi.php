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
     * List the professionals who treat a patient.
     *
     * For the patient and administrators. One entry for each professional, with ended relationships and emergency accesses; the latest end first.
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
     * By the patient, or by an administrator, which the patient and the other administrators are notified of. It lasts as long as after a contact (24 months by default); stated again, it begins anew.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which relationship.
     * @param string $professionalId Which relationship.
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
     * End the relationship of a patient with a professional.
     *
     * By the patient, or an administrator on their behalf. The professional can no longer read the file, but keeps what they wrote and their own appointments. A new booking by the patient begins a new relationship.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which relationship.
     * @param string $professionalId Which relationship.
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
