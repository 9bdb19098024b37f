<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\AddExceptionAnswer;
use MedinaCare\Types\OpeningException;

final class DoctorsExceptionsApi extends Resource
{
    /**
     * List the absences and extra hours of a professional.
     *
     * The latest last day first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `schedules:read`.
     *
     * @param string $id The id of the doctor.
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     * } $query
     * @return Pages<OpeningException>
     */
    public function list(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/doctors/{id}/exceptions',
            values: [$id],
            query: $query,
            take: 'exceptions',
            kind: [OpeningException::class],
            options: $options,
        ));
    }

    /**
     * Add an absence or extra hours of a professional.
     *
     * CLOSED closes the days, or the given times of each day, at one place or all places. OPEN adds hours at one place, also on holidays. An absence cancels no visit: `affected` names the open visits that it meets, the earliest first, at most 500.
     *
     * Scope: `schedules:write`.
     *
     * @param string $id The id of the doctor.
     * @param array{
     *     kind: 'CLOSED'|'OPEN',
     *     placeId?: string,
     *     firstDay: string,
     *     lastDay: string,
     *     from?: string,
     *     to?: string,
     *     modes?: list<'VIDEO'|'IN_PERSON'|'HOME'|'PHONE'>,
     *     reason?: string,
     * } $body
     * @throws Conflict The professional already has 200 exceptions that are not over.
     */
    public function add(string $id, array $body, ?Options $options = null): AddExceptionAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/doctors/{id}/exceptions',
            values: [$id],
            body: $body,
            keyed: true,
            kind: AddExceptionAnswer::class,
            options: $options,
        ));
    }

    /**
     * Remove an absence or extra hours of a professional.
     *
     * Free slots change with it at once.
     *
     * Scope: `schedules:write`.
     *
     * @param string $id The id of the exception.
     * @param string $exceptionId The id of the exception.
     */
    public function remove(string $id, string $exceptionId, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/doctors/{id}/exceptions/{exceptionId}',
            values: [$id, $exceptionId],
            keyed: true,
            take: '',
            options: $options,
        ));
    }
}
