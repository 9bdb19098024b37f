<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\FollowUp;

final class FollowUpsApi extends Resource
{
    /**
     * List follow-ups.
     *
     * Patients see those proposed to them, doctors and dentists their own, administrators all of the tenant. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     * - `from`: Proposed at this time or later.
     * - `to`: Proposed before this time.
     *
     * Scope: `follow_ups:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     status?: list<'PROPOSED'|'ACCEPTED'|'DECLINED'|'CANCELLED'>,
     *     doctorId?: string,
     *     patientId?: string,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     * } $query
     * @return Pages<FollowUp>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/follow-ups',
            query: $query,
            take: 'followUps',
            kind: [FollowUp::class],
            options: $options,
        ));
    }

    /**
     * Propose a follow-up consultation.
     *
     * By its doctor or dentist, or an administrator, with or without a time. The time is not reserved until the patient accepts.
     *
     * Scope: `follow_ups:write`.
     *
     * @param array{
     *     patientId: string,
     *     doctorId: string,
     *     startTime?: \DateTimeInterface|string,
     *     endTime?: \DateTimeInterface|string,
     *     reason?: string,
     * } $body
     */
    public function propose(array $body, ?Options $options = null): FollowUp
    {
        return $this->http->send(new Request(
            'POST',
            '/api/follow-ups',
            body: $body,
            keyed: true,
            take: 'followUp',
            kind: FollowUp::class,
            options: $options,
        ));
    }

    /**
     * Read a follow-up.
     *
     * For the patient, the practitioner and administrators.
     *
     * Scope: `follow_ups:read`.
     *
     * @param string $id Which follow-up.
     */
    public function get(string $id, ?Options $options = null): FollowUp
    {
        return $this->http->send(new Request(
            'GET',
            '/api/follow-ups/{id}',
            values: [$id],
            take: 'followUp',
            kind: FollowUp::class,
            options: $options,
        ));
    }

    /**
     * Cancel a proposed follow-up by its status.
     *
     * As `POST /api/follow-ups/{id}/cancel`. By its doctor or an administrator. Cancelling again changes nothing.
     *
     * Scope: `follow_ups:write`.
     *
     * @param string $id Which follow-up.
     * @param array{
     *     status: 'CANCELLED',
     * } $body
     * @throws Conflict It was accepted or declined: details.state.
     */
    public function update(string $id, array $body, ?Options $options = null): FollowUp
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/follow-ups/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'followUp',
            kind: FollowUp::class,
            options: $options,
        ));
    }

    /**
     * Accept a follow-up.
     *
     * By its patient or an administrator. Books the proposed time, or the one given here; without either, it is accepted without an appointment, to be booked later. Accepting again returns the same response and books nothing.
     *
     * Scope: `follow_ups:write`.
     *
     * @param string $id Which follow-up.
     * @param array{
     *     startTime?: \DateTimeInterface|string,
     *     endTime?: \DateTimeInterface|string,
     * } $body
     * @throws Conflict It was declined or cancelled (details.state), the doctor has another appointment at that time (details.overlap.id; null for one that the caller may not read), or the proposed time is in the past. In the last two cases it stays PROPOSED and can be accepted with another time.
     */
    public function accept(string $id, array $body = [], ?Options $options = null): FollowUp
    {
        return $this->http->send(new Request(
            'POST',
            '/api/follow-ups/{id}/accept',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'followUp',
            kind: FollowUp::class,
            options: $options,
        ));
    }

    /**
     * Decline a follow-up.
     *
     * By its patient or an administrator. Declining again changes nothing.
     *
     * Scope: `follow_ups:write`.
     *
     * @param string $id Which follow-up.
     * @throws Conflict It was accepted or cancelled: details.state.
     */
    public function decline(string $id, ?Options $options = null): FollowUp
    {
        return $this->http->send(new Request(
            'POST',
            '/api/follow-ups/{id}/decline',
            values: [$id],
            keyed: true,
            take: 'followUp',
            kind: FollowUp::class,
            options: $options,
        ));
    }

    /**
     * Cancel a proposed follow-up.
     *
     * By its doctor or an administrator. Cancelling again changes nothing.
     *
     * Scope: `follow_ups:write`.
     *
     * @param string $id Which follow-up.
     * @throws Conflict It was accepted or declined: details.state.
     */
    public function cancel(string $id, ?Options $options = null): FollowUp
    {
        return $this->http->send(new Request(
            'POST',
            '/api/follow-ups/{id}/cancel',
            values: [$id],
            keyed: true,
            take: 'followUp',
            kind: FollowUp::class,
            options: $options,
        ));
    }
}
