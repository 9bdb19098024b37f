<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Letterhead;

final class LetterheadApi extends Resource
{
    /**
     * Read the letterhead.
     *
     * All users of the organisation can read it. Until a letterhead is set, only `name` has a value: the organisation’s name.
     *
     * Scope: `documents:read`.
     */
    public function get(?Options $options = null): Letterhead
    {
        return $this->http->send(new Request(
            'GET',
            '/api/letterhead',
            take: 'letterhead',
            kind: Letterhead::class,
            options: $options,
        ));
    }

    /**
     * Update the letterhead.
     *
     * Absent fields stay unchanged; null clears a field. Existing documents stay unchanged. Prescriptions are printed with the letterhead at the time of their signature.
     *
     * Scope: `documents:write`.
     *
     * @param array{
     *     name?: string,
     *     nameAr?: string|null,
     *     address?: string|null,
     *     addressAr?: string|null,
     *     city?: string|null,
     *     cityAr?: string|null,
     *     phone?: string|null,
     *     email?: string|null,
     *     identifiers?: list<array{
     *         label: string,
     *         value: string,
     *     }>,
     *     color?: string,
     *     logoSvg?: string|null,
     * } $body
     */
    public function update(array $body = [], ?Options $options = null): Letterhead
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/letterhead',
            body: $body,
            keyed: true,
            take: 'letterhead',
            kind: Letterhead::class,
            options: $options,
        ));
    }
}
