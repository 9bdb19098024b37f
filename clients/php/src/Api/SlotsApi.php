<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\ListSlotsAnswer;

final class SlotsApi extends Resource
{
    /**
     * Search free slots.
     *
     * The starts at which a visit of the type is offered: within the opening hours, apart from other visits by the larger buffer, not held by another user, and within notice and horizon of the type. Visit types for the staff have no slots for patients. Earliest first.
     *
     * - `doctorId`: Required unless city or specialty is given.
     * - `city`: City of the place, in French, Arabic or another usual spelling.
     * - `specialty`: Specialty of the professional, in French, Arabic or English.
     * - `from`: Start at or after this time; by default now.
     * - `to`: Start before this time, at most 62 days after `from`; by default 30 days.
     * - `first`: Only the first free slot of each professional. Always so without `doctorId`.
     *
     * Scope: `slots:read`.
     *
     * @param array{
     *     doctorId?: string,
     *     city?: string,
     *     specialty?: string,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     *     first?: bool,
     *     visitTypeId: string,
     * } $query
     */
    public function list(array $query, ?Options $options = null): ListSlotsAnswer
    {
        return $this->http->send(new Request(
            'GET',
            '/api/slots',
            query: $query,
            kind: ListSlotsAnswer::class,
            options: $options,
        ));
    }
}
