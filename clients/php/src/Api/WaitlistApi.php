<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\WaitlistEntry;

final class WaitlistApi extends Resource
{
    /**
     * List the waitlist.
     *
     * Patients see their own entries, doctors and dentists those for themselves, the front desk and administrators all. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `appointments:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     status?: list<'WAITING'|'OFFERED'|'BOOKED'|'LEFT'|'EXPIRED'>,
     *     doctorId?: string,
     *     patientId?: string,
     * } $query
     * @return Pages<WaitlistEntry>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/waitlist',
            query: $query,
            take: 'waitlistEntries',
            kind: [WaitlistEntry::class],
            options: $options,
        ));
    }

    /**
     * Add a patient to the waitlist.
     *
     * When a visit is cancelled, moved or deleted, or an absence is removed, the time is offered to the entries that wish it: urgent ones first, then the oldest. The patient gets a message, and the time is held: for 2 hours if the visit is more than a day away, otherwise for 30 minutes. Times less than an hour away are not offered. Patients wait for themselves; professionals add patients whom they treat.
     *
     * Scope: `appointments:write`.
     *
     * @param array{
     *     patientId: string,
     *     visitTypeId: string,
     *     doctorId?: string,
     *     city?: string,
     *     specialty?: string,
     *     firstDay?: string,
     *     lastDay: string,
     *     weekdays?: list<int>,
     *     from?: string,
     *     to?: string,
     *     urgent?: bool,
     * } $body
     * @throws Conflict The calling patient already has 5 open entries: details.limit. Or the type is for new patients of the professional: details.slot.reason.
     */
    public function join(array $body, ?Options $options = null): WaitlistEntry
    {
        return $this->http->send(new Request(
            'POST',
            '/api/waitlist',
            body: $body,
            keyed: true,
            take: 'waitlistEntry',
            kind: WaitlistEntry::class,
            options: $options,
        ));
    }

    /**
     * Read an entry of the waitlist.
     *
     * With the time that is offered, if any.
     *
     * Scope: `appointments:read`.
     *
     * @param string $id The id of the waitlist entry.
     */
    public function get(string $id, ?Options $options = null): WaitlistEntry
    {
        return $this->http->send(new Request(
            'GET',
            '/api/waitlist/{id}',
            values: [$id],
            take: 'waitlistEntry',
            kind: WaitlistEntry::class,
            options: $options,
        ));
    }

    /**
     * Change the wishes of an entry.
     *
     * Absent fields stay unchanged. A time that is offered stays offered.
     *
     * Scope: `appointments:write`.
     *
     * @param string $id The id of the waitlist entry.
     * @param array{
     *     firstDay?: string,
     *     lastDay?: string,
     *     weekdays?: list<int>|null,
     *     from?: string|null,
     *     to?: string|null,
     *     urgent?: bool,
     * } $body
     * @throws Conflict The entry has ended.
     */
    public function update(string $id, array $body = [], ?Options $options = null): WaitlistEntry
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/waitlist/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'waitlistEntry',
            kind: WaitlistEntry::class,
            options: $options,
        ));
    }

    /**
     * Leave the waitlist.
     *
     * Ends the entry, and the offer of a time. Leaving again changes nothing.
     *
     * Scope: `appointments:write`.
     *
     * @param string $id The id of the waitlist entry.
     * @throws Conflict The entry is booked or has expired.
     */
    public function leave(string $id, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/waitlist/{id}',
            values: [$id],
            keyed: true,
            take: '',
            options: $options,
        ));
    }

    /**
     * Decline the time that is offered.
     *
     * The time is offered to the next entry. This entry waits for another time.
     *
     * Scope: `appointments:write`.
     *
     * @param string $id The id of the waitlist entry.
     * @throws Conflict No time is offered to the entry.
     */
    public function decline(string $id, ?Options $options = null): WaitlistEntry
    {
        return $this->http->send(new Request(
            'POST',
            '/api/waitlist/{id}/decline',
            values: [$id],
            keyed: true,
            take: 'waitlistEntry',
            kind: WaitlistEntry::class,
            options: $options,
        ));
    }
}
