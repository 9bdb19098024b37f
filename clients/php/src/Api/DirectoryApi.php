<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\ListPublicSlotsAnswer;
use MedinaCare\Types\PublicDoctor;

final class DirectoryApi extends Resource
{
    /**
     * List the public directory of doctors and dentists.
     *
     * Returns the verified practitioners of the whole installation, best rated first. Responses have an `ETag` and can be cached for 30 s; a request with `If-None-Match` gets 304 if nothing changed. Empty filters are ignored.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `city`: In French, Arabic or another usual spelling. Case and accents are ignored: `fes`, `FÈS` and `فاس` are the same city.
     * - `specialty`: In French, Arabic or English. Case and accents are ignored.
     * - `languages`: Comma-separated language codes; matches doctors who speak any of them.
     * - `isTele`: Whether the doctor offers video consultations.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     city?: string,
     *     specialty?: string,
     *     languages?: string,
     *     isTele?: bool,
     * } $query
     * @return Pages<PublicDoctor>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/public/doctors',
            query: $query,
            open: true,
            take: 'doctors',
            kind: [PublicDoctor::class],
            options: $options,
        ));
    }

    /**
     * Search free slots in the public directory.
     *
     * The slots that patients can book, of verified professionals of the whole installation, earliest first. Responses can be cached for 30 s.
     *
     * - `doctorId`: Required unless city or specialty is given.
     * - `city`: City of the place, in French, Arabic or another usual spelling.
     * - `specialty`: Specialty of the professional, in French, Arabic or English.
     * - `from`: Start at or after this time; by default now.
     * - `to`: Start before this time, at most 62 days after `from`; by default 30 days.
     * - `first`: Only the first free slot of each professional. Always so without `doctorId`.
     * - `mode`: Only visits in this mode.
     * - `languages`: Comma-separated language codes; matches doctors who speak any of them.
     *
     * @param array{
     *     doctorId?: string,
     *     city?: string,
     *     specialty?: string,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     *     first?: bool,
     *     visitTypeId?: string,
     *     mode?: 'VIDEO'|'IN_PERSON'|'HOME'|'PHONE',
     *     languages?: string,
     * } $query
     */
    public function slots(array $query = [], ?Options $options = null): ListPublicSlotsAnswer
    {
        return $this->http->send(new Request(
            'GET',
            '/api/public/slots',
            query: $query,
            open: true,
            kind: ListPublicSlotsAnswer::class,
            options: $options,
        ));
    }
}
