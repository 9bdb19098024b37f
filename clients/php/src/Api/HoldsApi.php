<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Hold;

final class HoldsApi extends Resource
{
    /**
     * Hold a free slot.
     *
     * Keeps the time for the caller for 5 minutes. Other users then cannot book or hold it. Patients hold offered slots: one of each professional and two in all; a new hold replaces the oldest one. The staff can hold any free time.
     *
     * Scope: `holds:write`.
     *
     * @param array{
     *     doctorId: string,
     *     visitTypeId: string,
     *     startTime: \DateTimeInterface|string,
     *     placeId?: string,
     * } $body
     * @throws Conflict Another visit or hold overlaps the time: details.overlap.id, null if the caller may not read it. Or it is not offered to the caller: details.slot.reason.
     */
    public function create(array $body, ?Options $options = null): Hold
    {
        return $this->http->send(new Request(
            'POST',
            '/api/holds',
            body: $body,
            keyed: true,
            take: 'hold',
            kind: Hold::class,
            options: $options,
        ));
    }

    /**
     * Extend a hold.
     *
     * The hold expires 5 minutes from now. A hold can be extended once.
     *
     * Scope: `holds:write`.
     *
     * @param string $id The id of the hold.
     * @throws Conflict The hold has expired, was extended before, or belongs to an offer of the waitlist: details.hold.
     */
    public function extend(string $id, ?Options $options = null): Hold
    {
        return $this->http->send(new Request(
            'POST',
            '/api/holds/{id}/extend',
            values: [$id],
            keyed: true,
            take: 'hold',
            kind: Hold::class,
            options: $options,
        ));
    }

    /**
     * Release a hold.
     *
     * The front desk, the professional and administrators can release holds of others.
     *
     * Scope: `holds:write`.
     *
     * @param string $id The id of the hold.
     */
    public function release(string $id, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/holds/{id}',
            values: [$id],
            keyed: true,
            take: '',
            options: $options,
        ));
    }
}
