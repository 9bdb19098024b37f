<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Lead;

final class LeadsApi extends Resource
{
    /**
     * Submit a lead.
     *
     * Stores a submitted form of the marketing site. A name, the source, and an e-mail address or a telephone number are required. A person who sends the same form again within 24 hours gets the same `leadId`. Add a field `website` to the form and hide it from people: submissions that fill it are treated as spam and are not stored. Browsers can call this operation from the origins in `MARKETING_ORIGINS`.
     *
     * @param array{
     *     name: string,
     *     email?: string,
     *     phone?: string,
     *     source: string,
     *     metadata?: array<string, mixed>,
     *     website?: mixed,
     * } $body
     */
    public function submit(array $body, ?Options $options = null): string
    {
        return $this->http->send(new Request(
            'POST',
            '/api/leads',
            body: $body,
            keyed: true,
            open: true,
            take: 'leadId',
            options: $options,
        ));
    }

    /**
     * List leads.
     *
     * Administrators only. Newest first. The content is untrusted input: display it as text, never as HTML.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `source`: Leads of one form.
     * - `from`: Submitted at this time or later.
     * - `to`: Submitted before this time.
     *
     * Scope: `leads:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     source?: string,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     * } $query
     * @return Pages<Lead>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/leads',
            query: $query,
            take: 'leads',
            kind: [Lead::class],
            options: $options,
        ));
    }
}
