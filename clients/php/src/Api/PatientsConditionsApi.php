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
     * For the patient, the doctors and dentists who treat them, and administrators. Newest first.
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
     * By a doctor or dentist who treats the patient, or an administrator.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which patient.
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
     * By the user who recorded it. Absent fields stay unchanged. A past condition is RESOLVED.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which condition.
     * @param array{
     *     name?: string,
     *     since?: string|null,
     *     longTerm?: bool,
     *     status?: 'ACTIVE'|'RESOLVED',
     * } $body
     * @throws Conflict It was struck.
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
     * By the user who recorded it. It is kept in the database, but can no longer be read.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which condition.
     * @throws Conflict It was struck.
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
     * By an administrator, with a reason. It stays readable, marked as struck, and patients are no longer recalled for it. Striking again changes nothing.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which condition.
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
