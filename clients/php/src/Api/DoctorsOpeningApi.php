<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Opening;

final class DoctorsOpeningApi extends Resource
{
    /**
     * Read the opening hours of a professional.
     *
     * The rules of the week, in the order in which they were written. Absences and extra hours have their own list.
     *
     * Scope: `schedules:read`.
     *
     * @param string $id The id of the doctor.
     */
    public function get(string $id, ?Options $options = null): Opening
    {
        return $this->http->send(new Request(
            'GET',
            '/api/doctors/{id}/opening',
            values: [$id],
            take: 'opening',
            kind: Opening::class,
            options: $options,
        ));
    }

    /**
     * Replace the opening hours of a professional.
     *
     * Replaces the whole week at all places. Free slots are offered within these hours; visits can still be booked outside them, and booked visits stay unchanged. Professionals change their own hours, the front desk and administrators those of all.
     *
     * Scope: `schedules:write`.
     *
     * @param string $id The id of the doctor.
     * @param array{
     *     rules: list<array{
     *         placeId: string,
     *         weekday: int,
     *         from: string,
     *         to: string,
     *         modes: list<'VIDEO'|'IN_PERSON'|'HOME'|'PHONE'>,
     *         validFrom?: string|null,
     *         validUntil?: string|null,
     *         season?: 'RAMADAN'|null,
     *     }>,
     * } $body
     */
    public function replace(string $id, array $body, ?Options $options = null): Opening
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/doctors/{id}/opening',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'opening',
            kind: Opening::class,
            options: $options,
        ));
    }
}
