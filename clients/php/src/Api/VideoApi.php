<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\IssueGuestTokenAnswer;
use MedinaCare\Types\IssueLinkTokenAnswer;
use MedinaCare\Types\IssueVideoTokenAnswer;

final class VideoApi extends Resource
{
    /**
     * Issue a token for the video room of an appointment.
     *
     * The user of `identity` can join within 15 minutes: send the token in the first message to `url`. An administrator may request a token for a participant.
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
     * Takes the secret of an invitation instead of an access token; it can be used repeatedly while the invitation is valid. The response is the same as for `POST /api/video/token`.
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

    /**
     * Issue a token for the room that a link leads to.
     *
     * Takes the code of a join link instead of an access token. The response is the same as for `POST /api/video/token`.
     *
     * @param array{
     *     link: string,
     *     birthDate?: string,
     *     code?: string,
     * } $body
     * @throws Conflict The appointment is over or cancelled, or its room may not be joined now.
     */
    public function issueLinkToken(array $body, ?Options $options = null): IssueLinkTokenAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/video/link-token',
            body: $body,
            open: true,
            kind: IssueLinkTokenAnswer::class,
            options: $options,
        ));
    }

    /**
     * Send the person of a link the code that the room asks for.
     *
     * Takes the code of a join link instead of an access token. Sends six digits to the telephone of the person, who enters them in the room. They stay the same until the room closes.
     *
     * @param array{
     *     link: string,
     * } $body
     * @throws Conflict The appointment is over or cancelled, or its room may not be joined now.
     */
    public function sendLinkCode(array $body, ?Options $options = null): ?string
    {
        return $this->http->send(new Request(
            'POST',
            '/api/video/link-code',
            body: $body,
            open: true,
            take: 'sentTo',
            options: $options,
        ));
    }
}
