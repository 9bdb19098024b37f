<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Review;

final class ReviewsApi extends Resource
{
    /**
     * List reviews.
     *
     * Patients see those they wrote, doctors and dentists those about them, administrators all of the tenant. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     * - `from`: Written at this time or later.
     * - `to`: Written before this time.
     *
     * Scope: `appointments:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     doctorId?: string,
     *     patientId?: string,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     * } $query
     * @return Pages<Review>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/reviews',
            query: $query,
            take: 'reviews',
            kind: [Review::class],
            options: $options,
        ));
    }

    /**
     * Review a consultation.
     *
     * By the appointment's patient, once, after it is COMPLETED. A review cannot be changed. It updates the doctor's rating, the average of all reviews to one decimal.
     *
     * Scope: `reviews:write`.
     *
     * @param string $id Which appointment.
     * @param array{
     *     rating: int,
     *     comment?: string,
     * } $body
     * @throws Conflict The appointment is not COMPLETED (details.state), or was reviewed (details.review.id).
     */
    public function create(string $id, array $body, ?Options $options = null): Review
    {
        return $this->http->send(new Request(
            'POST',
            '/api/appointments/{id}/review',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'review',
            kind: Review::class,
            options: $options,
        ));
    }

    /**
     * Read the review of a consultation.
     *
     * 404 while there is none.
     *
     * Scope: `appointments:read`.
     *
     * @param string $id Which review.
     */
    public function get(string $id, ?Options $options = null): Review
    {
        return $this->http->send(new Request(
            'GET',
            '/api/appointments/{id}/review',
            values: [$id],
            take: 'review',
            kind: Review::class,
            options: $options,
        ));
    }
}
