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
     * Includes ended guardianships. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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
     * Record a guardianship.
     *
     * Call it after the organisation has seen the papers. The guardianship lasts until the dependant is 18 years old; for a carer, until it is ended. A guardian does not act for the dependants of a dependant. A guardian has at most 10 dependants.
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
     * Request a guardianship for a patient who has a record.
     *
     * Sends the patient a code, with the name of the caller. The caller asks the patient for the code and sends it to `POST /api/guardianships/confirm` within 24 hours. The code is sent only if the patient has an account and has confirmed the address themselves, the caller does not have the same address, and the staff has not changed an address of the patient in the last seven days. If the patient or the organisation has ended a guardianship of the two, only the organisation can record the next one. The answer does not reveal whether the patient or the address exists.
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
     * For the caller who requested the code. A code allows five tries. The guardianship counts as verified, by the dependant.
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
     * Call it after the organisation has seen the papers. Verifying again changes nothing.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the guardianship.
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
     * For the guardian, the dependant, an administrator or the front desk. Within a second, the former guardian can no longer act for the dependant, is removed from the rooms of their appointments, and receives no more of their events.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the guardianship.
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
