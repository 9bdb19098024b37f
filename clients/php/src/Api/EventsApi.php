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
     * The events that the caller may read: of kinds whose scope the token holds and, except for administrators, that concern its user.
     *
     * Newest first, paged with `cursor`. With `after`: oldest first, to read all events and then poll for more. Start with `after=start` or the last event you have, and continue with the `nextCursor` of each response, which is always present, even on empty pages. No event is skipped: an event appears once all earlier ones are committed. A page may have fewer than `pageSize` entries without being the last.
     *
     * With `wait`, a call that finds no event is held until one appears, and is answered with an empty page if none does in time. It counts once against the rate limit. At most 5 calls of a client wait at a time; another one gets 429 with `Retry-After`. A call may be answered earlier with an empty page, for example when its server stops: call again.
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
     * @param string $id Which event.
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
