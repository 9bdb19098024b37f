<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Items;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\AppointmentMove;

final class AppointmentsMovesApi extends Resource
{
    /**
     * List the moves of an appointment.
     *
     * The times that the appointment had, and who moved it; the latest 200 moves, the latest first.
     *
     * Scope: `appointments:read`.
     *
     * @param string $id The id of the appointment.
     * @return Items<AppointmentMove>
     */
    public function list(string $id, ?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'GET',
            '/api/appointments/{id}/moves',
            values: [$id],
            take: 'moves',
            kind: [AppointmentMove::class],
            options: $options,
        ));
    }
}
