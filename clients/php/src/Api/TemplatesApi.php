<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Template;
use MedinaCare\Types\TemplatePreview;
use MedinaCare\Types\WholeTemplate;

final class TemplatesApi extends Resource
{
    /**
     * List message templates.
     *
     * For staff: the platform’s templates in every channel and language, and the organisation’s own, which replace them or have their own codes. Texts that are not `sendable` are the platform’s alone. Ordered by code, channel and language.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     * - `own`: Whether it is the organisation’s own text.
     *
     * Scope: `notifications:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     code?: string,
     *     channel?: list<'WHATSAPP'|'SMS'|'EMAIL'>,
     *     language?: list<'fr'|'ar'|'en'>,
     *     own?: bool,
     * } $query
     * @return Pages<Template>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/notification-templates',
            query: $query,
            take: 'templates',
            kind: [Template::class],
            options: $options,
        ));
    }

    /**
     * Read a template with its text.
     *
     * The organisation’s own text, or else the platform’s.
     *
     * Scope: `notifications:read`.
     *
     * @param string $code Which template.
     * @param string $channel Which template.
     * @param string $language Which template.
     */
    public function get(string $code, string $channel, string $language, ?Options $options = null): WholeTemplate
    {
        return $this->http->send(new Request(
            'GET',
            '/api/notification-templates/{code}/{channel}/{language}',
            values: [$code, $channel, $language],
            take: 'template',
            kind: WholeTemplate::class,
            options: $options,
        ));
    }

    /**
     * Write a template.
     *
     * Replaces the platform’s text, or creates a code of the organisation with its first text. The texts of codes that are not `sendable` are the platform’s: people act on them, so they are refused with 422. `{withName}` is a variable, `{lots, plural, one {# lot} other {# lots}}` depends on a count, and `[…]` is omitted if an optional variable in it is absent. The text must use every variable. All texts of a code share variables and purpose, which may be omitted for an existing code. Messages sent from now on use the new text.
     *
     * Scope: `notifications:write`.
     *
     * @param string $code Which template.
     * @param string $channel Which template.
     * @param string $language Which template.
     * @param array{
     *     subject?: string|null,
     *     text: string,
     *     variables?: array<string, mixed>,
     *     purpose?: 'CRITICAL'|'SERVICE'|'MARKETING',
     * } $body
     * @throws Conflict The code has other variables or another purpose (see details), or the organisation has the maximum number of codes.
     */
    public function write(string $code, string $channel, string $language, array $body, ?Options $options = null): WholeTemplate
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/notification-templates/{code}/{channel}/{language}',
            values: [$code, $channel, $language],
            body: $body,
            keyed: true,
            take: 'template',
            kind: WholeTemplate::class,
            options: $options,
        ));
    }

    /**
     * Delete a template.
     *
     * Restores the platform’s text, if there is one. Deleting the last text of an own code deletes the code.
     *
     * Scope: `notifications:write`.
     *
     * @param string $code Which template.
     * @param string $channel Which template.
     * @param string $language Which template.
     */
    public function delete(string $code, string $channel, string $language, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/notification-templates/{code}/{channel}/{language}',
            values: [$code, $channel, $language],
            keyed: true,
            take: '',
            options: $options,
        ));
    }

    /**
     * Preview a message.
     *
     * Renders the template with the given variables, as text in their kinds: its saved text, or `draft`, which meets the same checks as a text that is written. Saves and sends nothing.
     *
     * Scope: `notifications:read`.
     *
     * @param string $code Which template.
     * @param string $channel Which template.
     * @param string $language Which template.
     * @param array{
     *     variables: array<string, mixed>,
     *     recipientName?: string,
     *     draft?: array{
     *         subject?: string|null,
     *         text: string,
     *         variables?: array<string, mixed>,
     *         purpose?: 'CRITICAL'|'SERVICE'|'MARKETING',
     *     },
     * } $body
     * @throws Conflict The draft has other variables or another purpose than the code.
     */
    public function preview(string $code, string $channel, string $language, array $body, ?Options $options = null): TemplatePreview
    {
        return $this->http->send(new Request(
            'POST',
            '/api/notification-templates/{code}/{channel}/{language}/preview',
            values: [$code, $channel, $language],
            body: $body,
            keyed: true,
            take: 'preview',
            kind: TemplatePreview::class,
            options: $options,
        ));
    }
}
