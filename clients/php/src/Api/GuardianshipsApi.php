<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Guardianship;

final class GuardianshipsApi extends Resource
{
    /**
     * List the guardianships of the organisation.
     *
     * With ended ones. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     *
     * Scope: `patients:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     guardianId?: string,
     *     dependantId?: string,
     * } $query
     * @return Pages<Guardianship>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/guardianships',
            query: $query,
            take: 'guardianships',
            kind: [Guardianship::class],
            options: $options,
        ));
    }

    /**
     * State that a patient acts for another one.
     *
     * After the organisation has seen the papers. Until the dependant is 18 years old, or for a carer until it is ended. Guardianships do not add up: a guardian does not act for the dependants of a dependant. A guardian has at most 10.
     *
     * Scope: `patients:write`.
     *
     * @param array{
     *     guardianId: string,
     *     dependantId: string,
     *     kind: 'PARENT'|'GUARDIAN'|'CARER',
     * } $body
     * @throws Conflict The guardian already acts for the dependant (details.guardianship.id), or has too many dependants (details.limit).
     */
    public function state(array $body, ?Options $options = null): Guardianship
    {
        return $this->http->send(new Request(
            'POST',
            '/api/guardianships',
            body: $body,
            keyed: true,
            take: 'guardianship',
            kind: Guardianship::class,
            options: $options,
        ));
    }

    /**
     * Ask to act for a patient who has a record.
     *
     * The patient gets a code at their address, with the name of the caller, if they have an account and confirmed the address themselves, the caller does not have it too, and the staff has not changed an address in the last seven days. After an end by the patient or the organisation, the organisation states the next guardianship of the two. Who has the code confirms it with `POST /api/guardianships/confirm` within 24 hours. The answer does not reveal whether there is such a patient or address.
     *
     * Scope: `patients:write`.
     *
     * @param array{
     *     dependantId: string,
     *     kind: 'PARENT'|'GUARDIAN'|'CARER',
     *     address: 'EMAIL'|'PHONE',
     * } $body
     */
    public function request(array $body, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'POST',
            '/api/guardianships/requests',
            body: $body,
            keyed: true,
            take: '',
            options: $options,
        ));
    }

    /**
     * Confirm a guardianship with the code of the patient.
     *
     * By the caller who asked for it. A code has five tries. The guardianship is verified, by the dependant.
     *
     * Scope: `patients:write`.
     *
     * @param array{
     *     dependantId: string,
     *     kind: 'PARENT'|'GUARDIAN'|'CARER',
     *     address: 'EMAIL'|'PHONE',
     *     code: string,
     * } $body
     * @throws Conflict The caller already acts for the patient (details.guardianship.id), or has too many dependants (details.limit).
     */
    public function confirm(array $body, ?Options $options = null): Guardianship
    {
        return $this->http->send(new Request(
            'POST',
            '/api/guardianships/confirm',
            body: $body,
            keyed: true,
            take: 'guardianship',
            kind: Guardianship::class,
            options: $options,
        ));
    }

    /**
     * Verify a guardianship that the guardian registered.
     *
     * After the organisation has seen the papers. Verifying again changes nothing.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which guardianship.
     * @throws Conflict The guardianship has ended.
     */
    public function verify(string $id, ?Options $options = null): Guardianship
    {
        return $this->http->send(new Request(
            'POST',
            '/api/guardianships/{id}/verify',
            values: [$id],
            keyed: true,
            take: 'guardianship',
            kind: Guardianship::class,
            options: $options,
        ));
    }

    /**
     * End a guardianship.
     *
     * By the guardian, the dependant, an administrator, or the front desk. Within a second the former guardian can no longer act for the dependant, leaves the rooms of their appointments, and receives none of their events.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which guardianship.
     */
    public function end(string $id, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/guardianships/{id}',
            values: [$id],
            keyed: true,
            take: '',
            options: $options,
        ));
    }
}
