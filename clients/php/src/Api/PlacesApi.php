<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Place;

final class PlacesApi extends Resource
{
    /**
     * List places.
     *
     * All users see all places of the organisation. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `active`: Whether slots at the place are offered.
     *
     * Scope: `schedules:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     active?: bool,
     * } $query
     * @return Pages<Place>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/places',
            query: $query,
            take: 'places',
            kind: [Place::class],
            options: $options,
        ));
    }

    /**
     * Create a place.
     *
     * Professionals can then have opening hours there, in the time zone of the place.
     *
     * Scope: `schedules:write`.
     *
     * @param array{
     *     name: string,
     *     address?: string,
     *     city: string,
     *     phone?: string,
     *     timeZone?: string,
     *     active?: bool,
     * } $body
     */
    public function create(array $body, ?Options $options = null): Place
    {
        return $this->http->send(new Request(
            'POST',
            '/api/places',
            body: $body,
            keyed: true,
            take: 'place',
            kind: Place::class,
            options: $options,
        ));
    }

    /**
     * Read a place.
     *
     * All users see all places of the organisation.
     *
     * Scope: `schedules:read`.
     *
     * @param string $id The id of the place.
     */
    public function get(string $id, ?Options $options = null): Place
    {
        return $this->http->send(new Request(
            'GET',
            '/api/places/{id}',
            values: [$id],
            take: 'place',
            kind: Place::class,
            options: $options,
        ));
    }

    /**
     * Update a place.
     *
     * Absent fields stay unchanged. The time zone of a place cannot change: create another place instead.
     *
     * Scope: `schedules:write`.
     *
     * @param string $id The id of the place.
     * @param array{
     *     name?: string,
     *     address?: string|null,
     *     city?: string,
     *     phone?: string|null,
     *     active?: bool,
     * } $body
     */
    public function update(string $id, array $body = [], ?Options $options = null): Place
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/places/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'place',
            kind: Place::class,
            options: $options,
        ));
    }
}
