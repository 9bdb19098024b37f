<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Items;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\KeptMessage;
use MedinaCare\Types\MoveClockAnswer;
use MedinaCare\Types\TriggeredEvent;

final class SandboxApi extends Resource
{
    /**
     * List the sandbox’s outbox.
     *
     * The sandbox stores messages instead of sending them. Returns each message as it would be sent, once for each channel that was tried. Administrators see all messages of the organisation, other users the messages sent to them. Newest first. Only in the sandbox; 404 in production.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `about`: The id of a related record, for example an appointment.
     *
     * Scope: `notifications:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     recipientUserId?: string,
     *     channel?: 'WHATSAPP'|'SMS'|'EMAIL',
     *     about?: string,
     * } $query
     * @return Pages<KeptMessage>
     */
    public function listMessages(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/sandbox/messages',
            query: $query,
            take: 'messages',
            kind: [KeptMessage::class],
            options: $options,
        ));
    }

    /**
     * Reset the sandbox.
     *
     * Resets the organisation of the token to its seed data in one transaction. Appointments, prescriptions, payments and messages are deleted, rooms are closed, and the test clock returns to real time. Users, clients with their tokens, and webhooks are kept. Any token may call it. The seeded organisations are also reset every Sunday at 00:00 UTC. Not available in production.
     */
    public function reset(?Options $options = null): \DateTimeImmutable
    {
        return $this->http->send(new Request(
            'POST',
            '/api/sandbox/reset',
            keyed: true,
            take: 'resetAt',
            kind: 'time',
            options: $options,
        ));
    }

    /**
     * Read the test clock.
     *
     * Returns the current time of the sandbox. Not available in production.
     */
    public function getClock(?Options $options = null): \DateTimeImmutable
    {
        return $this->http->send(new Request(
            'GET',
            '/api/sandbox/clock',
            take: 'now',
            kind: 'time',
            options: $options,
        ));
    }

    /**
     * Move the test clock forward.
     *
     * Moves the clock by a number of seconds or to a given time, for every organisation of the installation. Before the response, the scheduled jobs of the skipped time run in order, and their messages and webhooks are sent.
     *
     * A week takes seconds, a year a minute or two. One call runs for at most 20 seconds. If it does not reach its goal by then, `goal` is later than `now`: obtain a new token and call again with `{"now": goal}`. The goal may be at most ten years ahead of real time.
     *
     * Only one call moves the clock at a time; overlapping calls add up. A call that waits for another call for more than 10 seconds gets 503 with `Retry-After` and moves nothing. A reset returns the clock to real time. Not available in production.
     *
     * @param array{
     *     now?: \DateTimeInterface|string,
     *     advanceSec?: int,
     * } $body
     * @throws Conflict The clock is already at a later time (details.now), or the sandbox was reset meanwhile.
     */
    public function moveClock(array $body, ?Options $options = null): MoveClockAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/sandbox/clock',
            body: $body,
            keyed: true,
            kind: MoveClockAnswer::class,
            options: $options,
        ));
    }

    /**
     * Trigger an event.
     *
     * Performs the actions that cause an event of this kind, with a fictitious doctor and patient of the organisation and new records. For example, it books and cancels an appointment, signs a prescription, publishes a critical lab result, or pays and refunds an invoice. Webhooks and messages are sent as usual. Returns all events that were recorded, in order: `appointment.cancelled` is preceded by `appointment.created`. An organisation without a doctor or patient gets fictitious ones. The call can be repeated. Not available in production.
     *
     * @param array{
     *     event: string,
     * } $body
     * @return Items<TriggeredEvent>
     */
    public function trigger(array $body, ?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'POST',
            '/api/sandbox/trigger',
            body: $body,
            keyed: true,
            take: 'events',
            kind: [TriggeredEvent::class],
            options: $options,
        ));
    }
}
