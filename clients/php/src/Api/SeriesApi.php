<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\CreateSeriesAnswer;
use MedinaCare\Types\Series;
use MedinaCare\Types\UpdateSeriesAnswer;

final class SeriesApi extends Resource
{
    /**
     * Book a series of appointments.
     *
     * Books the first appointment at `startTime`, and the others at the same time of the wall clock: of the place's time zone, or else of Morocco. All are ordinary appointments, which can be moved and cancelled singly. The participants get one message about the series. Doctors and dentists book their own slots, for patients whom they treat.
     *
     * Scope: `appointments:write`.
     *
     * @param array{
     *     doctorId: string,
     *     patientId: string,
     *     startTime: \DateTimeInterface|string,
     *     endTime: \DateTimeInterface|string,
     *     visitTypeId?: string,
     *     placeId?: string,
     *     mode?: 'VIDEO'|'IN_PERSON'|'HOME'|'PHONE',
     *     visitReason?: string,
     *     repeat: array{
     *         frequency: 'WEEKLY'|'MONTHLY',
     *         interval: int,
     *         count: int,
     *     },
     *     onConflict?: 'FAIL'|'SKIP',
     * } $body
     * @throws Conflict A time is taken: details.overlap.id, and details.occurrence with its number and time. Or another reason for which a single appointment is refused. With SKIP: all times are taken.
     */
    public function create(array $body, ?Options $options = null): CreateSeriesAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/series',
            body: $body,
            keyed: true,
            kind: CreateSeriesAnswer::class,
            options: $options,
        ));
    }

    /**
     * Read a series of appointments.
     *
     * The participants, the front desk and administrators can read it.
     *
     * Scope: `appointments:read`.
     *
     * @param string $id The id of the series.
     */
    public function get(string $id, ?Options $options = null): Series
    {
        return $this->http->send(new Request(
            'GET',
            '/api/series/{id}',
            values: [$id],
            take: 'series',
            kind: Series::class,
            options: $options,
        ));
    }

    /**
     * Change the appointments of a series that are still to come.
     *
     * Absent fields stay unchanged. Each appointment keeps its day, or moves to another weekday of the same week (Monday to Sunday). Appointments that have started, ended or been cancelled stay unchanged. Participants get one message about the series.
     *
     * Scope: `appointments:write`.
     *
     * @param string $id The id of the series.
     * @param array{
     *     time?: string,
     *     weekday?: int,
     *     durationMin?: int,
     *     placeId?: string|null,
     *     visitReason?: string|null,
     *     onConflict?: 'FAIL'|'SKIP',
     * } $body
     * @throws Conflict A time is taken: details.overlap.id, and details.occurrence with its number and time. Or another reason for which a single appointment is refused. Or its times were changed 10 times today: details.limit.
     */
    public function update(string $id, array $body = [], ?Options $options = null): UpdateSeriesAnswer
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/series/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            kind: UpdateSeriesAnswer::class,
            options: $options,
        ));
    }

    /**
     * Cancel the appointments of a series that are still to come.
     *
     * Participants get one message. Cancelling again changes nothing.
     *
     * Scope: `appointments:write`.
     *
     * @param string $id The id of the series.
     * @param array{
     *     reason?: string,
     * } $body
     */
    public function cancel(string $id, array $body = [], ?Options $options = null): Series
    {
        return $this->http->send(new Request(
            'POST',
            '/api/series/{id}/cancel',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'series',
            kind: Series::class,
            options: $options,
        ));
    }
}
