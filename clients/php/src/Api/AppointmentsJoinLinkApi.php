<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\JoinLink;

final class AppointmentsJoinLinkApi extends Resource
{
    /**
     * Create the link of a participant into the room.
     *
     * The link works from the booking until the room closes, without an account, and stays the same: a repeated call returns it again. Before the room opens it shows when and with whom; afterwards, that the consultation is over. Messages about a video appointment contain the link of their recipient. Send it to no other person. A participant for whom an administrator creates it is notified.
     *
     * Scope: `video:join`.
     *
     * @param string $id The id of the appointment.
     * @param array{
     *     identity?: string,
     *     language?: 'fr'|'ar'|'en',
     * } $body
     * @throws Conflict The appointment is over, cancelled, or not by video.
     */
    public function create(string $id, array $body = [], ?Options $options = null): JoinLink
    {
        return $this->http->send(new Request(
            'POST',
            '/api/appointments/{id}/join-link',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'joinLink',
            kind: JoinLink::class,
            options: $options,
        ));
    }

    /**
     * Revoke the link of a participant into the room.
     *
     * The link stops working. The next message, or the next call that creates the link, has another one. Participants who are in the room stay.
     *
     * - `identity`: The caller by default. A guardian may name the dependant, an administrator a participant.
     *
     * Scope: `video:join`.
     *
     * @param string $id The id of the appointment.
     * @param array{
     *     identity?: string,
     * } $query
     */
    public function revoke(string $id, array $query = [], ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/appointments/{id}/join-link',
            values: [$id],
            query: $query,
            keyed: true,
            take: '',
            options: $options,
        ));
    }
}
