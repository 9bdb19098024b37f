<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\IssueGuestTokenAnswer;
use MedinaCare\Types\IssueVideoTokenAnswer;

final class VideoApi extends Resource
{
    /**
     * Issue a token for the video room of an appointment.
     *
     * The token lets its identity join within 15 minutes, with the first message to `url`. An administrator may name a participant.
     *
     * Scope: `video:join`.
     *
     * @param array{
     *     appointmentId: string,
     *     identity: string,
     * } $body
     * @throws Conflict The appointment is over or cancelled, or its room may not be joined now.
     */
    public function issueToken(array $body, ?Options $options = null): IssueVideoTokenAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/video/token',
            body: $body,
            keyed: true,
            kind: IssueVideoTokenAnswer::class,
            options: $options,
        ));
    }

    /**
     * Issue a token for the room that a guest is invited to.
     *
     * Takes the secret of an invitation instead of an access token, repeatedly while the invitation is valid. The response is that of `POST /api/video/token`.
     *
     * @param array{
     *     invitation: string,
     * } $body
     * @throws Conflict The appointment is over or cancelled, or its room may not be joined now.
     */
    public function issueGuestToken(array $body, ?Options $options = null): IssueGuestTokenAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/video/guest-token',
            body: $body,
            open: true,
            kind: IssueGuestTokenAnswer::class,
            options: $options,
        ));
    }
}
