<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Guest;
use MedinaCare\Types\InviteGuestAnswer;
use MedinaCare\Types\Patient;

final class AppointmentsGuestsApi extends Resource
{
    /**
     * Invite a guest into the room of an appointment.
     *
     * For family or an interpreter. The appointment's practitioner and administrators can invite. `url` opens the room's page without an account; it is shown only once: send it to one person. The guest waits in the lobby until the practitioner admits them. Patient and practitioner are notified of guests that another user invites. An appointment has at most 5 valid invitations.
     *
     * Scope: `appointments:write`.
     *
     * @param string $id The id of the appointment.
     * @param array{
     *     name: string,
     *     kind: 'FAMILY'|'INTERPRETER'|'OTHER',
     *     expiresAt?: \DateTimeInterface|string,
     * } $body
     * @throws Conflict The appointment is over, or 5 invitations are valid.
     */
    public function invite(string $id, array $body, ?Options $options = null): InviteGuestAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/appointments/{id}/guests',
            values: [$id],
            body: $body,
            keyed: true,
            kind: InviteGuestAnswer::class,
            options: $options,
        ));
    }

    /**
     * List the guests of an appointment.
     *
     * Guests whose invitation was not withdrawn, newest first. The response does not contain the links.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `appointments:read`.
     *
     * @param string $id The id of the appointment.
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     * } $query
     * @return Pages<Guest>
     */
    public function list(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/appointments/{id}/guests',
            values: [$id],
            query: $query,
            take: 'guests',
            kind: [Guest::class],
            options: $options,
        ));
    }

    /**
     * Withdraw the invitation of a guest.
     *
     * A guest who is in the room or its lobby is disconnected at once.
     *
     * Scope: `appointments:write`.
     *
     * @param string $id The id of the guest.
     * @param string $guestId The id of the guest.
     */
    public function withdraw(string $id, string $guestId, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/appointments/{id}/guests/{guestId}',
            values: [$id, $guestId],
            keyed: true,
            take: '',
            options: $options,
        ));
    }
}
