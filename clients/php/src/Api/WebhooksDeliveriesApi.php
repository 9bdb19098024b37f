<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Items;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Delivery;
use MedinaCare\Types\DeliveryDetails;
use MedinaCare\Types\PeriodOfDeliveries;

final class WebhooksDeliveriesApi extends Resource
{
    /**
     * List deliveries.
     *
     * Returns the deliveries to all webhooks of the organisation for administrators, and to the webhooks of their own client for other users. Newest event first, paged like the deliveries to one webhook.
     *
     * - `from`: Deliveries of events at this time or later.
     * - `to`: Deliveries of events before this time.
     * - `cursor`: The `nextCursor` of the previous page.
     * - `pageSize`: Records per page.
     * - `webhookId`: Deliveries to this webhook.
     *
     * Scope: `webhooks:manage`.
     *
     * @param array{
     *     state?: list<'PENDING'|'SENDING'|'SUCCEEDED'|'FAILED'|'HELD'|'CANCELLED'>,
     *     event?: list<string>,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     *     cursor?: string,
     *     pageSize?: int,
     *     webhookId?: string,
     * } $query
     * @return Pages<Delivery>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/webhooks/deliveries',
            query: $query,
            take: 'deliveries',
            kind: [Delivery::class],
            options: $options,
        ));
    }

    /**
     * Read a delivery.
     *
     * Includes the requests of the delivery, oldest first. Read the body that was sent at `/api/events/{id}`.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the delivery.
     */
    public function get(string $id, ?Options $options = null): DeliveryDetails
    {
        return $this->http->send(new Request(
            'GET',
            '/api/webhooks/deliveries/{id}',
            values: [$id],
            take: 'delivery',
            kind: DeliveryDetails::class,
            options: $options,
        ));
    }

    /**
     * Resend a delivery.
     *
     * Sends a waiting delivery now. For a finished delivery, adds a new delivery with the same event id and bytes. Can be repeated.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the delivery.
     * @throws Conflict The delivery is being sent, the webhook is disabled, or the event has been resent too often.
     */
    public function resend(string $id, ?Options $options = null): Delivery
    {
        return $this->http->send(new Request(
            'POST',
            '/api/webhooks/deliveries/{id}/resend',
            values: [$id],
            keyed: true,
            take: 'delivery',
            kind: Delivery::class,
            options: $options,
        ));
    }

    /**
     * Count requests to webhooks by hour or day.
     *
     * Counts requests of all webhooks that `GET /api/webhooks/deliveries` covers, including retries. `p50Ms` and `p99Ms` are percentiles of the durations, accurate to four per cent; null without requests. Every hour or day of the range is listed, in order. At most 92 days by day, and 7 by hour.
     *
     * - `from`: The first day, in Moroccan time. By default, the report has 7 days.
     * - `to`: The last day. By default today.
     * - `by`: The length of a period.
     * - `webhookId`: Requests to this webhook.
     *
     * Scope: `webhooks:manage`.
     *
     * @param array{
     *     from?: string,
     *     to?: string,
     *     by?: 'hour'|'day',
     *     webhookId?: string,
     * } $query
     * @return Items<PeriodOfDeliveries>
     */
    public function getStatistics(array $query = [], ?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'GET',
            '/api/webhooks/deliveries/statistics',
            query: $query,
            take: 'periods',
            kind: [PeriodOfDeliveries::class],
            options: $options,
        ));
    }
}
