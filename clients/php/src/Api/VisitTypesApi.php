<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Service;
use MedinaCare\Types\VisitType;

final class VisitTypesApi extends Resource
{
    /**
     * List visit types.
     *
     * All users see all visit types of the organisation. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `active`: Whether the visit type is offered.
     *
     * Scope: `schedules:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     active?: bool,
     * } $query
     * @return Pages<VisitType>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/visit-types',
            query: $query,
            take: 'visitTypes',
            kind: [VisitType::class],
            options: $options,
        ));
    }

    /**
     * Create a visit type.
     *
     * A service in one mode, with the rules by which its times are offered. `stepMin` is the duration by default.
     *
     * Scope: `schedules:write`.
     *
     * @param array{
     *     name: string,
     *     serviceId: string,
     *     mode: 'VIDEO'|'IN_PERSON'|'HOME'|'PHONE',
     *     durationMin: int,
     *     stepMin?: int,
     *     bufferBeforeMin?: int,
     *     bufferAfterMin?: int,
     *     minNoticeMin?: int,
     *     horizonDays?: int,
     *     bookableBy?: 'PATIENT'|'STAFF',
     *     newPatientsOnly?: bool,
     *     doctorIds?: list<string>|null,
     *     active?: bool,
     * } $body
     */
    public function create(array $body, ?Options $options = null): VisitType
    {
        return $this->http->send(new Request(
            'POST',
            '/api/visit-types',
            body: $body,
            keyed: true,
            take: 'visitType',
            kind: VisitType::class,
            options: $options,
        ));
    }

    /**
     * Read a visit type.
     *
     * All users see all visit types of the organisation.
     *
     * Scope: `schedules:read`.
     *
     * @param string $id The id of the visit type.
     */
    public function get(string $id, ?Options $options = null): VisitType
    {
        return $this->http->send(new Request(
            'GET',
            '/api/visit-types/{id}',
            values: [$id],
            take: 'visitType',
            kind: VisitType::class,
            options: $options,
        ));
    }

    /**
     * Update a visit type.
     *
     * Absent fields stay unchanged. Booked visits keep their times and buffers. Service and mode of a visit type cannot change: create another one instead.
     *
     * Scope: `schedules:write`.
     *
     * @param string $id The id of the visit type.
     * @param array{
     *     name?: string,
     *     durationMin?: int,
     *     stepMin?: int,
     *     bufferBeforeMin?: int,
     *     bufferAfterMin?: int,
     *     minNoticeMin?: int,
     *     horizonDays?: int,
     *     bookableBy?: 'PATIENT'|'STAFF',
     *     newPatientsOnly?: bool,
     *     doctorIds?: list<string>|null,
     *     active?: bool,
     * } $body
     */
    public function update(string $id, array $body = [], ?Options $options = null): VisitType
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/visit-types/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'visitType',
            kind: VisitType::class,
            options: $options,
        ));
    }
}
