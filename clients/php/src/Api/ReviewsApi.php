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
     * Patients see the reviews they wrote, doctors and dentists the reviews about them, administrators all reviews of the organisation. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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
     * For the patient of the appointment, once, after it is COMPLETED. A review cannot be changed. It updates the doctor's rating, which is the average of all reviews, rounded to one decimal.
     *
     * Scope: `reviews:write`.
     *
     * @param string $id The id of the appointment.
     * @param array{
     *     rating: int,
     *     comment?: string,
     * } $body
     * @throws Conflict The appointment is not COMPLETED (details.state), or already has a review (details.review.id).
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
     * Returns 404 if there is no review.
     *
     * Scope: `appointments:read`.
     *
     * @param string $id The id of the review.
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
