<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\StaffDoctor;

final class DoctorsApi extends Resource
{
    /**
     * List the doctors and dentists of the organisation.
     *
     * For staff, with the private fields of the internal directory, sorted by name. Practitioners without a profile are included, with nulls. Professionals see only their own entry until they are verified. Filters are those of the public directory, and `verified`.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     * - `city`: In French, Arabic or another usual spelling, without regard to case and accents: `fes`, `FÈS` and `فاس` are equal.
     * - `specialty`: In French, Arabic or English, without regard to case and accents.
     * - `languages`: Comma-separated language codes; matches doctors who speak any of them.
     * - `isTele`: Whether the doctor offers video consultations.
     * - `verified`: Whether the practitioner is verified.
     *
     * Scope: `doctors:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     city?: string,
     *     specialty?: string,
     *     languages?: string,
     *     isTele?: bool,
     *     verified?: bool,
     * } $query
     * @return Pages<StaffDoctor>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/doctors',
            query: $query,
            take: 'doctors',
            kind: [StaffDoctor::class],
            options: $options,
        ));
    }

    /**
     * Read a doctor or dentist of the organisation.
     *
     * With its private fields: the public directory shows fewer.
     *
     * Scope: `doctors:read`.
     *
     * @param string $id Which doctor.
     */
    public function get(string $id, ?Options $options = null): StaffDoctor
    {
        return $this->http->send(new Request(
            'GET',
            '/api/doctors/{id}',
            values: [$id],
            take: 'doctor',
            kind: StaffDoctor::class,
            options: $options,
        ));
    }

    /**
     * Create or update the profile of a doctor or dentist.
     *
     * Practitioners edit their own profile, administrators all. The first call creates it and needs specialty and city; later calls change the given fields. Only administrators can set specialty and licence number of a verified practitioner: documents show them. The public directory is updated at once.
     *
     * Scope: `doctors:write`.
     *
     * @param string $id Which doctor.
     * @param array{
     *     specialty?: string,
     *     city?: string,
     *     languages?: list<string>,
     *     isTele?: bool,
     *     phone?: string|null,
     *     licenceNumber?: string|null,
     * } $body
     */
    public function update(string $id, array $body = [], ?Options $options = null): StaffDoctor
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/doctors/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'doctor',
            kind: StaffDoctor::class,
            options: $options,
        ));
    }
}
