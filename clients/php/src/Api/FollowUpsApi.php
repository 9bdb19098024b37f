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
     * Patients see the follow-ups proposed to them, doctors and dentists their own, administrators all follow-ups of the tenant. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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
     * Doctors and dentists propose their own consultations, administrators any, with or without a time. The time is not reserved until the patient accepts.
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
     * Available to the patient, the practitioner and administrators.
     *
     * Scope: `follow_ups:read`.
     *
     * @param string $id The id of the follow-up.
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
     * Has the effect of `POST /api/follow-ups/{id}/cancel`. The doctor and administrators can cancel. Cancelling again changes nothing.
     *
     * Scope: `follow_ups:write`.
     *
     * @param string $id The id of the follow-up.
     * @param array{
     *     status: 'CANCELLED',
     * } $body
     * @throws Conflict The follow-up was accepted or declined: details.state.
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
     * The patient and administrators can accept. Books the given time, or else the proposed one. Without either, the follow-up is accepted without an appointment, which can be booked later. Accepting again returns the same response and books nothing.
     *
     * Scope: `follow_ups:write`.
     *
     * @param string $id The id of the follow-up.
     * @param array{
     *     startTime?: \DateTimeInterface|string,
     *     endTime?: \DateTimeInterface|string,
     * } $body
     * @throws Conflict The follow-up was declined or cancelled (details.state). Or the doctor has another appointment at that time (details.overlap.id; null if the caller may not read it), or the proposed time is in the past: the follow-up then stays PROPOSED and can be accepted with another time.
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
     * The patient and administrators can decline. Declining again changes nothing.
     *
     * Scope: `follow_ups:write`.
     *
     * @param string $id The id of the follow-up.
     * @throws Conflict The follow-up was accepted or cancelled: details.state.
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
     * The doctor and administrators can cancel. Cancelling again changes nothing.
     *
     * Scope: `follow_ups:write`.
     *
     * @param string $id The id of the follow-up.
     * @throws Conflict The follow-up was accepted or declined: details.state.
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
