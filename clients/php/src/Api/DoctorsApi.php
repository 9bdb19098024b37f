<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\StaffDoctor;

/**
 * @property-read DoctorsOpeningApi $opening
 * @property-read DoctorsExceptionsApi $exceptions
 */
final class DoctorsApi extends Resource
{
    protected const WITHIN = [
        'opening' => DoctorsOpeningApi::class,
        'exceptions' => DoctorsExceptionsApi::class,
    ];

    /**
     * List the doctors and dentists of the organisation.
     *
     * For staff. Entries include the private fields of the internal directory, and are sorted by name. Practitioners without a profile are included, with null fields. Professionals see only their own entry until they are verified. Accepts the filters of the public directory, and `verified`.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `city`: In French, Arabic or another usual spelling. Case and accents are ignored: `fes`, `FÈS` and `فاس` are the same city.
     * - `specialty`: In French, Arabic or English. Case and accents are ignored.
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
     * Includes the private fields, which the public directory does not show.
     *
     * Scope: `doctors:read`.
     *
     * @param string $id The id of the doctor.
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
     * Practitioners can edit their own profile, administrators every profile. The first call creates the profile, and requires specialty and city. Later calls change only the given fields. Only administrators can change the specialty and licence number of a verified practitioner, because documents show them. The public directory is updated at once.
     *
     * Scope: `doctors:write`.
     *
     * @param string $id The id of the doctor.
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
