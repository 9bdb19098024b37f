<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Event;
use MedinaCare\Types\ReadEventAnswer;

final class EventsApi extends Resource
{
    /**
     * List events.
     *
     * Returns the events that the caller may read: their kind requires a scope that the token holds, and they concern the caller's user (administrators see all users' events).
     *
     * By default the list is newest first; page with `cursor`. With `after` it is oldest first, to read all events and then poll for more. Start with `after=start` or the id of the last event you have, and continue with the `nextCursor` of each response, which is always present, even on empty pages. No event is skipped: an event appears once all earlier events are committed. A page with fewer than `pageSize` entries is not necessarily the last.
     *
     * With `wait`, a call that finds no event waits until one appears, and returns an empty page if none appears in time. It counts once against the rate limit. At most 5 calls of a client can wait at a time; a further call gets 429 with `Retry-After`. A call may return an empty page early, for example when its server stops: call again.
     *
     * A search that takes too long is refused with 422: narrow `from` and `to`.
     *
     * - `from`: Events at this time or later.
     * - `to`: Events before this time.
     * - `subjectId`: Events of one record, such as an appointment.
     * - `cursor`: The `nextCursor` of the previous page.
     * - `after`: Oldest first, after this position: `start`, the id of an event, or the `nextCursor` of the previous response.
     * - `wait`: Seconds to wait for an event if there is none. Only with `after`.
     * - `pageSize`: Records per page.
     *
     * Scope: `webhooks:manage`.
     *
     * @param array{
     *     event?: list<string>,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     *     subjectId?: string,
     *     cursor?: string,
     *     after?: string,
     *     wait?: int,
     *     pageSize?: int,
     * } $query
     * @return Pages<Event>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/events',
            query: $query,
            take: 'events',
            kind: [Event::class],
            options: $options,
        ));
    }

    /**
     * Read an event.
     *
     * Returns the event in the bytes that were sent, with its deliveries to webhooks that the caller manages.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the event.
     */
    public function get(string $id, ?Options $options = null): ReadEventAnswer
    {
        return $this->http->send(new Request(
            'GET',
            '/api/events/{id}',
            values: [$id],
            kind: ReadEventAnswer::class,
            options: $options,
        ));
    }
}
