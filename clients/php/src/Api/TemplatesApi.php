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
     * Returns the platform’s templates in every channel and language, and the organisation’s texts, which replace them or have their own codes. Available to staff. Ordered by code, channel and language.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `own`: true: only texts that the organisation wrote. false: only texts of the platform.
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
     * Returns the organisation’s text, or else the platform’s.
     *
     * Scope: `notifications:read`.
     *
     * @param string $code The id of the template.
     * @param string $channel The id of the template.
     * @param string $language The id of the template.
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
     * Replaces the platform’s text, or creates a code of the organisation with its first text. Texts of codes that are not `sendable` cannot be replaced (422), because people rely on them. In a text, `{withName}` is a variable, `{lots, plural, one {# lot} other {# lots}}` depends on a count, and `[…]` is omitted if an optional variable in it is absent. The text must use every required variable. All texts of a code have the same variables and purpose, which may be omitted for an existing code. Queued messages already use the new text.
     *
     * Scope: `notifications:write`.
     *
     * @param string $code The id of the template.
     * @param string $channel The id of the template.
     * @param string $language The id of the template.
     * @param array{
     *     subject?: string|null,
     *     text: string,
     *     variables?: array<string, mixed>,
     *     purpose?: 'CRITICAL'|'SERVICE'|'MARKETING',
     * } $body
     * @throws Conflict The code has other variables or another purpose (details.variables, details.purpose), or the organisation has the maximum number of codes.
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
     * Restores the platform’s text, if there is one. Deleting the last text of a code of the organisation deletes the code.
     *
     * Scope: `notifications:write`.
     *
     * @param string $code The id of the template.
     * @param string $channel The id of the template.
     * @param string $language The id of the template.
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
     * Renders the saved text of the template, or a `draft`, with the given variables. The draft must pass the checks of a text that is written. Nothing is saved or sent. Times are in ISO 8601.
     *
     * Scope: `notifications:read`.
     *
     * @param string $code The id of the template.
     * @param string $channel The id of the template.
     * @param string $language The id of the template.
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
