<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Message;
use MedinaCare\Types\SendMessageAnswer;

final class NotificationsApi extends Resource
{
    /**
     * Send a message.
     *
     * Queues a message. Administrators can write to any user of the organisation, doctors and dentists to patients with whom they have appointments, pharmacies to patients who ordered from them. The message is sent by the requested channel, or by the recipient’s preferred one. If the recipient has no address for it, or sending fails permanently, the next permitted channel is used, in the order WhatsApp, SMS, e-mail. Opt-outs and quiet hours are respected. `GET /api/notifications/{id}` returns the status.
     *
     * Scope: `notifications:write`.
     *
     * @param array{
     *     recipientUserId: string,
     *     channel?: 'WHATSAPP'|'SMS'|'EMAIL'|null,
     *     templateCode: string,
     *     variables?: array<string, mixed>,
     * } $body
     */
    public function send(array $body, ?Options $options = null): SendMessageAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/notifications/send',
            body: $body,
            keyed: true,
            kind: SendMessageAnswer::class,
            options: $options,
        ));
    }

    /**
     * List messages.
     *
     * Administrators see all messages of the organisation, other users the messages sent to them. Messages with clinical content to a patient require access to the patient’s file. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `from`: Created at this time or later.
     * - `to`: Created before this time.
     *
     * Scope: `notifications:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     recipientUserId?: string,
     *     status?: list<'QUEUED'|'SENT'|'DELIVERED'|'READ'|'FAILED'>,
     *     channel?: list<'WHATSAPP'|'SMS'|'EMAIL'>,
     *     templateCode?: string,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     * } $query
     * @return Pages<Message>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/notifications',
            query: $query,
            take: 'messages',
            kind: [Message::class],
            options: $options,
        ));
    }

    /**
     * Read the status of a message.
     *
     * Returns the template, the provider and the times of a message. The text is not stored.
     *
     * Scope: `notifications:read`.
     *
     * @param string $id The id of the message.
     */
    public function get(string $id, ?Options $options = null): Message
    {
        return $this->http->send(new Request(
            'GET',
            '/api/notifications/{id}',
            values: [$id],
            take: 'message',
            kind: Message::class,
            options: $options,
        ));
    }
}
