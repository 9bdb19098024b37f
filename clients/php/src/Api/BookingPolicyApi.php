<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\BookingPolicy;

final class BookingPolicyApi extends Resource
{
    /**
     * Read the booking policy.
     *
     * All users can read it. By default a cancellation is late within 4 hours, and missed visits have no limit.
     *
     * Scope: `schedules:read`.
     */
    public function get(?Options $options = null): BookingPolicy
    {
        return $this->http->send(new Request(
            'GET',
            '/api/booking-policy',
            take: 'bookingPolicy',
            kind: BookingPolicy::class,
            options: $options,
        ));
    }

    /**
     * Update the booking policy.
     *
     * Absent fields stay unchanged. A late cancellation is never refused; it is marked with `lateCancel` on the appointment. Marks of earlier cancellations stay.
     *
     * Scope: `schedules:write`.
     *
     * @param array{
     *     lateCancelHours?: int,
     *     noShowLimit?: int|null,
     *     noShowDays?: int,
     * } $body
     */
    public function update(array $body = [], ?Options $options = null): BookingPolicy
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/booking-policy',
            body: $body,
            keyed: true,
            take: 'bookingPolicy',
            kind: BookingPolicy::class,
            options: $options,
        ));
    }
}
