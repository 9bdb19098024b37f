<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Items;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\ActiveRoom;
use MedinaCare\Types\Appointment;

/**
 * @property-read AppointmentsGuestsApi $guests
 */
final class AppointmentsApi extends Resource
{
    protected const WITHIN = [
        'guests' => AppointmentsGuestsApi::class,
    ];

    /**
     * List appointments.
     *
     * Patients see their own appointments, doctors and dentists their own slots, the front desk and administrators all appointments of the tenant. Newest first; with `from` or `to`, by start time, latest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     * - `from`: Start at or after this time.
     * - `to`: Start before this time.
     *
     * Scope: `appointments:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     status?: list<'SCHEDULED'|'CONFIRMED'|'IN_PROGRESS'|'COMPLETED'|'CANCELLED'|'NO_SHOW'>,
     *     doctorId?: string,
     *     patientId?: string,
     *     from?: \DateTimeInterface|string,
     *     to?: \DateTimeInterface|string,
     * } $query
     * @return Pages<Appointment>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/appointments',
            query: $query,
            take: 'appointments',
            kind: [Appointment::class],
            options: $options,
        ));
    }

    /**
     * Book an appointment.
     *
     * Patients book for themselves, doctors and dentists their own slots, the front desk and administrators for anyone in the tenant; the front desk writes no notes. Patients book future times of at most 2 hours that do not overlap their own appointments, up to the limits of the organisation on open bookings; doctors, dentists and the front desk at most 24 hours in the past, or with `pastVisit`. With a patient whom they do not treat, doctors and dentists only propose a future time: the patient accepts by setting `CONFIRMED`, and until then the appointment is no ground to prescribe, order tests, certify or invoice. The appointment gets a video room.
     *
     * Scope: `appointments:write`.
     *
     * @param array{
     *     doctorId: string,
     *     patientId: string,
     *     startTime: \DateTimeInterface|string,
     *     endTime: \DateTimeInterface|string,
     *     notes?: string,
     *     pastVisit?: bool,
     * } $body
     * @throws Conflict The doctor or the booking patient has an overlapping appointment (details.overlap.id; null for one that the caller may not read), the patient, or the guardian who books, has too many open bookings (those of a guardian for themselves and all dependants count together, each as half a booking), or the professional has proposed too many (details.limit has max, open and kind: ORGANISATION or WITH_PROFESSIONAL, of proposals PROPOSED or PROPOSED_TO_PATIENT).
     */
    public function book(array $body, ?Options $options = null): Appointment
    {
        return $this->http->send(new Request(
            'POST',
            '/api/appointments',
            body: $body,
            keyed: true,
            take: 'appointment',
            kind: Appointment::class,
            options: $options,
        ));
    }

    /**
     * List appointments that may not have taken place.
     *
     * Past appointments that are not COMPLETED, CANCELLED or NO_SHOW, and whose participants never met in the video room. The doctor marks them NO_SHOW, or COMPLETED if the visit took place elsewhere. Latest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     *
     * Scope: `appointments:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     * } $query
     * @return Pages<Appointment>
     */
    public function listMissed(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/appointments/missed',
            query: $query,
            take: 'appointments',
            kind: [Appointment::class],
            options: $options,
        ));
    }

    /**
     * Read an appointment.
     *
     * Patients, their guardians and their practitioners read the notes; the front desk gets `notes: null`.
     *
     * Scope: `appointments:read`.
     *
     * @param string $id Which appointment.
     */
    public function get(string $id, ?Options $options = null): Appointment
    {
        return $this->http->send(new Request(
            'GET',
            '/api/appointments/{id}',
            values: [$id],
            take: 'appointment',
            kind: Appointment::class,
            options: $options,
        ));
    }

    /**
     * Move, confirm, complete or cancel an appointment, or change its notes.
     *
     * Absent fields stay unchanged; `startTime` alone moves the appointment and keeps its duration. If the patient moves a confirmed appointment, it returns to SCHEDULED; the limits on times are those of a booking. Only the doctor or an administrator can start, complete or mark NO_SHOW; the front desk can also confirm, but neither read nor write notes; the patient accepts a proposed appointment by setting CONFIRMED, without another time in the same call, or by moving it; if the proposed time was changed, they repeat the current `startTime` with it. Until then it is neither started nor completed.
     *
     * Scope: `appointments:write`.
     *
     * @param string $id Which appointment.
     * @param array{
     *     status?: 'SCHEDULED'|'CONFIRMED'|'IN_PROGRESS'|'COMPLETED'|'CANCELLED'|'NO_SHOW',
     *     startTime?: \DateTimeInterface|string,
     *     endTime?: \DateTimeInterface|string,
     *     notes?: string|null,
     *     reason?: string,
     * } $body
     * @throws Conflict The status does not allow the change (details.state has from, to and the allowed values), a patient accepts a proposed appointment whose time was changed without its startTime (details.current has startTime and endTime), the new time overlaps (details.overlap.id; null for one that the caller may not read), the doctor works here no more, or the patient has too many open bookings (details.limit).
     */
    public function update(string $id, array $body = [], ?Options $options = null): Appointment
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/appointments/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'appointment',
            kind: Appointment::class,
            options: $options,
        ));
    }

    /**
     * Delete an appointment.
     *
     * Administrators only. The appointment is kept for the record but can no longer be read. A future appointment is cancelled.
     *
     * Scope: `appointments:write`.
     *
     * @param string $id Which appointment.
     */
    public function delete(string $id, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/appointments/{id}',
            values: [$id],
            keyed: true,
            take: '',
            options: $options,
        ));
    }

    /**
     * Cancel an appointment.
     *
     * As `PUT /api/appointments/{id}` with the status CANCELLED: by its participants, the front desk or an administrator. Cancelling again changes nothing.
     *
     * Scope: `appointments:write`.
     *
     * @param string $id Which appointment.
     * @param array{
     *     reason?: string,
     * } $body
     * @throws Conflict The status does not allow it: details.state has from, to and the allowed values.
     */
    public function cancel(string $id, array $body = [], ?Options $options = null): Appointment
    {
        return $this->http->send(new Request(
            'POST',
            '/api/appointments/{id}/cancel',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'appointment',
            kind: Appointment::class,
            options: $options,
        ));
    }

    /**
     * List the video rooms with participants.
     *
     * Open rooms in which a participant is, or waits in the lobby, of appointments that start within 24 hours before or after now. Doctors and dentists see their own, the front desk and administrators all of the organisation. The longest wait first, at most 500.
     *
     * Scope: `appointments:read`.
     *
     * @return Items<ActiveRoom>
     */
    public function listActiveRooms(?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'GET',
            '/api/appointments/active-rooms',
            take: 'activeRooms',
            kind: [ActiveRoom::class],
            options: $options,
        ));
    }
}
