<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Condition;

final class PatientsConditionsApi extends Resource
{
    /**
     * List the conditions of a patient.
     *
     * Available to the patient, the doctors and dentists who treat them, and administrators who opened the file. Newest first.
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
     *     status?: list<'ACTIVE'|'RESOLVED'>,
     * } $query
     * @return Pages<Condition>
     */
    public function list(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/patients/{id}/conditions',
            values: [$id],
            query: $query,
            take: 'conditions',
            kind: [Condition::class],
            options: $options,
        ));
    }

    /**
     * Record a condition of a patient.
     *
     * Doctors and dentists who treat the patient, and administrators, can record conditions.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the patient.
     * @param array{
     *     name: string,
     *     since?: string|null,
     *     longTerm: bool,
     *     status?: 'ACTIVE'|'RESOLVED',
     * } $body
     */
    public function record(string $id, array $body, ?Options $options = null): Condition
    {
        return $this->http->send(new Request(
            'POST',
            '/api/patients/{id}/conditions',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'condition',
            kind: Condition::class,
            options: $options,
        ));
    }

    /**
     * Update a condition.
     *
     * Only the user who recorded a condition can update it. Absent fields stay unchanged. Set RESOLVED for a past condition.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the condition.
     * @param array{
     *     name?: string,
     *     since?: string|null,
     *     longTerm?: bool,
     *     status?: 'ACTIVE'|'RESOLVED',
     * } $body
     * @throws Conflict The condition was struck.
     */
    public function update(string $id, array $body = [], ?Options $options = null): Condition
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/patients/conditions/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'condition',
            kind: Condition::class,
            options: $options,
        ));
    }

    /**
     * Delete a condition that was recorded by mistake.
     *
     * Only the user who recorded a condition can delete it. It stays in the database but can no longer be read.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the condition.
     * @throws Conflict The condition was struck.
     */
    public function delete(string $id, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/patients/conditions/{id}',
            values: [$id],
            keyed: true,
            take: '',
            options: $options,
        ));
    }

    /**
     * Mark a condition as wrong.
     *
     * Administrators strike a condition with a reason. It can still be read, marked as struck, and the patient is no longer recalled for it. Striking again changes nothing.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the condition.
     * @param array{
     *     reason: string,
     * } $body
     */
    public function strike(string $id, array $body, ?Options $options = null): Condition
    {
        return $this->http->send(new Request(
            'POST',
            '/api/patients/conditions/{id}/strike',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'condition',
            kind: Condition::class,
            options: $options,
        ));
    }
}
