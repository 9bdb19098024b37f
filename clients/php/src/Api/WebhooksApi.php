<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Delivery;
use MedinaCare\Types\Recovery;
use MedinaCare\Types\RegisterWebhookAnswer;
use MedinaCare\Types\RotateWebhookSecretAnswer;
use MedinaCare\Types\TestDelivery;
use MedinaCare\Types\Webhook;
use MedinaCare\Types\WebhookStatistics;

/**
 * @property-read WebhooksDeliveriesApi $deliveries
 */
final class WebhooksApi extends Resource
{
    protected const WITHIN = [
        'deliveries' => WebhooksDeliveriesApi::class,
    ];

    /**
     * List webhooks.
     *
     * Administrators see all webhooks of the organisation. Other users see the webhooks of their own client. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `webhooks:manage`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     * } $query
     * @return Pages<Webhook>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/webhooks',
            query: $query,
            take: 'webhooks',
            kind: [Webhook::class],
            options: $options,
        ));
    }

    /**
     * Register a webhook.
     *
     * From now on, events that the client may read are posted to the URL, signed with the secret. The secret is returned only in this response. An administrator may register a webhook for another client of the organisation.
     *
     * Scope: `webhooks:manage`.
     *
     * @param array{
     *     url: string,
     *     redundantUrl?: string,
     *     events?: list<string>,
     *     description?: string,
     *     clientId?: string,
     * } $body
     * @throws Conflict The organisation already has 50 webhooks.
     */
    public function register(array $body, ?Options $options = null): RegisterWebhookAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/webhooks',
            body: $body,
            keyed: true,
            kind: RegisterWebhookAnswer::class,
            options: $options,
        ));
    }

    /**
     * Read a webhook.
     *
     * Does not return the secret, which was shown once.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the webhook.
     */
    public function get(string $id, ?Options $options = null): Webhook
    {
        return $this->http->send(new Request(
            'GET',
            '/api/webhooks/{id}',
            values: [$id],
            take: 'webhook',
            kind: Webhook::class,
            options: $options,
        ));
    }

    /**
     * Update a webhook.
     *
     * Absent fields keep their values. New event kinds apply to future events; a new URL also applies to waiting deliveries.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the webhook.
     * @param array{
     *     url?: string,
     *     redundantUrl?: string|null,
     *     events?: list<string>,
     *     description?: string|null,
     * } $body
     */
    public function update(string $id, array $body = [], ?Options $options = null): Webhook
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/webhooks/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'webhook',
            kind: Webhook::class,
            options: $options,
        ));
    }

    /**
     * Delete a webhook.
     *
     * Cancels waiting deliveries and a running recovery.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the webhook.
     */
    public function delete(string $id, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/webhooks/{id}',
            values: [$id],
            keyed: true,
            take: '',
            options: $options,
        ));
    }

    /**
     * Enable a webhook.
     *
     * Enables a webhook, whatever the reason for which it was disabled. Held deliveries are sent after new events. Has no effect on an enabled webhook.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the webhook.
     */
    public function enable(string $id, ?Options $options = null): Webhook
    {
        return $this->http->send(new Request(
            'POST',
            '/api/webhooks/{id}/enable',
            values: [$id],
            keyed: true,
            take: 'webhook',
            kind: Webhook::class,
            options: $options,
        ));
    }

    /**
     * Disable a webhook.
     *
     * Stops deliveries; events are held until the webhook is enabled. A webhook that is already disabled keeps its status.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the webhook.
     */
    public function disable(string $id, ?Options $options = null): Webhook
    {
        return $this->http->send(new Request(
            'POST',
            '/api/webhooks/{id}/disable',
            values: [$id],
            keyed: true,
            take: 'webhook',
            kind: Webhook::class,
            options: $options,
        ));
    }

    /**
     * Rotate the secret of a webhook.
     *
     * During the grace period, `X-MC-Signature` uses the current secret and `X-MC-Signature-Next` the new one. Then the new secret takes over, and for the same period `X-MC-Signature-Previous` uses the old one. `webhook-signature` lists all signatures.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the webhook.
     * @param array{
     *     graceHours?: int,
     * } $body
     * @throws Conflict A rotation is in progress. Wait until the new secret has taken over, or replace all secrets with `graceHours: 0`.
     */
    public function rotateSecret(string $id, array $body = [], ?Options $options = null): RotateWebhookSecretAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/webhooks/{id}/rotate-secret',
            values: [$id],
            body: $body,
            keyed: true,
            kind: RotateWebhookSecretAnswer::class,
            options: $options,
        ));
    }

    /**
     * Send a webhook a test event.
     *
     * Sends an event with fictitious data to this webhook only. It is signed and delivered like any other event, with the header `X-MC-Test: true`. The webhook need not be subscribed to the kind.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the webhook.
     * @param array{
     *     event?: string,
     * } $body
     * @throws Conflict The webhook is disabled.
     */
    public function test(string $id, array $body = [], ?Options $options = null): TestDelivery
    {
        return $this->http->send(new Request(
            'POST',
            '/api/webhooks/{id}/test',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'delivery',
            kind: TestDelivery::class,
            options: $options,
        ));
    }

    /**
     * List the deliveries to a webhook.
     *
     * Newest event first. With a filter by kind or time, a page with fewer than `pageSize` entries is not necessarily the last: continue with `nextCursor` until it is null.
     *
     * - `from`: Deliveries of events at this time or later.
     * - `to`: Deliveries of events before this time.
     * - `cursor`: The `nextCursor` of the previous page.
     * - `pageSize`: Records per page.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the webhook.
     * @param array{
     *     state?: list<'PENDING'|'SENDING'|'SUCCEEDED'|'FAILED'|'HELD'|'CANCELLED'>,
     *     event?: list<string>,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     *     cursor?: string,
     *     pageSize?: int,
     * } $query
     * @return Pages<Delivery>
     */
    public function listDeliveries(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/webhooks/{id}/deliveries',
            values: [$id],
            query: $query,
            take: 'deliveries',
            kind: [Delivery::class],
            options: $options,
        ));
    }

    /**
     * Resend the failed events of a period.
     *
     * Resends each event of the period whose last delivery to this webhook FAILED, gradually and after new events. The period may be at most 14 days long. Events that the webhook’s client may no longer read are skipped.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the webhook.
     * @param array{
     *     since: \DateTimeInterface|string,
     *     until?: \DateTimeInterface|string,
     * } $body
     * @throws Conflict The webhook is disabled, or a recovery is already running (its id is in details.recovery.id).
     */
    public function recover(string $id, array $body, ?Options $options = null): Recovery
    {
        return $this->http->send(new Request(
            'POST',
            '/api/webhooks/{id}/recover',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'recovery',
            kind: Recovery::class,
            options: $options,
        ));
    }

    /**
     * List the recoveries of a webhook.
     *
     * Newest first, with their progress.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the webhook.
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     * } $query
     * @return Pages<Recovery>
     */
    public function listRecoveries(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/webhooks/{id}/recoveries',
            values: [$id],
            query: $query,
            take: 'recoveries',
            kind: [Recovery::class],
            options: $options,
        ));
    }

    /**
     * Read the delivery statistics of a webhook.
     *
     * Counts requests, including retries, in whole minutes. `p50Ms` and `p99Ms` are percentiles of the durations, accurate to four per cent. Waiting deliveries and the health of the webhook are current values.
     *
     * - `hours`: How many hours to include, up to now.
     *
     * Scope: `webhooks:manage`.
     *
     * @param string $id The id of the webhook.
     * @param array{
     *     hours?: int,
     * } $query
     */
    public function getStatistics(string $id, array $query = [], ?Options $options = null): WebhookStatistics
    {
        return $this->http->send(new Request(
            'GET',
            '/api/webhooks/{id}/statistics',
            values: [$id],
            query: $query,
            take: 'statistics',
            kind: WebhookStatistics::class,
            options: $options,
        ));
    }
}
