<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Items;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Holiday;

final class HolidaysApi extends Resource
{
    /**
     * List holidays and Ramadan.
     *
     * The holidays with a day in the range, and the months of Ramadan, by their first day. The range has at most 731 days; by default it is a year from today.
     *
     * - `from`: First day of the range; by default today.
     * - `to`: Last day of the range, included.
     *
     * Scope: `schedules:read`.
     *
     * @param array{
     *     from?: string,
     *     to?: string,
     * } $query
     * @return Items<Holiday>
     */
    public function list(array $query = [], ?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'GET',
            '/api/holidays',
            query: $query,
            take: 'holidays',
            kind: [Holiday::class],
            options: $options,
        ));
    }

    /**
     * Confirm, move or observe a holiday.
     *
     * Administrators confirm or move the day of a holiday that depends on the moon, for their organisation, and decide whether it is observed. A new first day is confirmed, and at most two days from the calculated one. `firstDay: null` and `confirmed: false` return to the calculated day. `observed: null` follows the year before. Absent fields stay unchanged.
     *
     * Scope: `schedules:write`.
     *
     * @param string $id The id of the holiday.
     * @param array{
     *     firstDay?: string|null,
     *     confirmed?: bool,
     *     observed?: bool|null,
     * } $body
     */
    public function update(string $id, array $body = [], ?Options $options = null): Holiday
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/holidays/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'holiday',
            kind: Holiday::class,
            options: $options,
        ));
    }
}
