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
use MedinaCare\Types\AppointmentsOfDay;

/**
 * @property-read AppointmentsMovesApi $moves
 * @property-read AppointmentsFilesApi $files
 * @property-read AppointmentsGuestsApi $guests
 * @property-read AppointmentsJoinLinkApi $joinLink
 */
final class AppointmentsApi extends Resource
{
    protected const WITHIN = [
        'moves' => AppointmentsMovesApi::class,
        'files' => AppointmentsFilesApi::class,
        'guests' => AppointmentsGuestsApi::class,
        'joinLink' => AppointmentsJoinLinkApi::class,
    ];

    /**
     * Count appointments by day.
     *
     * Counts the appointments that start on each day, by their current status. Doctors and dentists count their own slots, the front desk and administrators all appointments of the tenant. Every day of the range is listed, in order; at most 92 days.
     *
     * - `from`: The first day, in Moroccan time. By default, the report has 7 days.
     * - `to`: The last day. By default today.
     * - `doctorId`: Appointments of this professional.
     *
     * Scope: `appointments:read`.
     *
     * @param array{
     *     from?: string,
     *     to?: string,
     *     doctorId?: string,
     * } $query
     * @return Items<AppointmentsOfDay>
     */
    public function getStatistics(array $query = [], ?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'GET',
            '/api/appointments/statistics',
            query: $query,
            take: 'days',
            kind: [AppointmentsOfDay::class],
            options: $options,
        ));
    }

    /**
     * List appointments.
     *
     * Patients see their own appointments, doctors and dentists their own slots, the front desk and administrators all appointments of the tenant. Sorted by creation, newest first; with `from` or `to`, by start time, latest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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
     * Creates an appointment and its video room. `POST /api/holds` keeps a free slot until it is booked with `holdId`, which replaces `doctorId`, `startTime` and `endTime`. Patients book for themselves, doctors and dentists book their own slots, the front desk and administrators book for all patients of the tenant. The front desk cannot write notes. Patients book future times of at most 2 hours that do not overlap their own appointments, within the limits of the organisation on open bookings. Doctors, dentists and the front desk can book up to 24 hours in the past; they record older visits with `pastVisit`. Doctors and dentists can only propose a future time to a patient whom they do not treat. The patient accepts the proposed appointment by setting `CONFIRMED`; until then it does not allow prescriptions, lab orders, certificates or invoices.
     *
     * Scope: `appointments:write`.
     *
     * @param array{
     *     doctorId?: string,
     *     patientId: string,
     *     startTime?: \DateTimeInterface|string,
     *     endTime?: \DateTimeInterface|string,
     *     notes?: string,
     *     pastVisit?: bool,
     *     visitTypeId?: string,
     *     placeId?: string,
     *     mode?: 'VIDEO'|'IN_PERSON'|'HOME'|'PHONE',
     *     visitReason?: string,
     *     holdId?: string,
     * } $body
     * @throws Conflict The doctor or the booking patient has an overlapping appointment or another user holds the time (details.overlap.id; null if the caller may not read it). Or the hold has expired (details.hold), or the caller may not book the time as a slot (details.slot.reason). Or the patient or the booking guardian has too many open bookings: details.limit has max, open and the kind ORGANISATION or WITH_PROFESSIONAL; the bookings of a guardian, for themselves and all dependants, count half each. Or the patient has missed too many visits: the kind is MISSED_VISITS. Or the professional has proposed too many appointments: the kind is PROPOSED or PROPOSED_TO_PATIENT.
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
     * Past appointments whose participants never met in the video room, and that are not COMPLETED, CANCELLED or NO_SHOW. The doctor marks them NO_SHOW, or COMPLETED if the visit took place elsewhere. Latest first.
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
     * Returns the notes to the patient, their guardians and the practitioner; the front desk gets `notes: null`.
     *
     * Scope: `appointments:read`.
     *
     * @param string $id The id of the appointment.
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
     * Absent fields stay unchanged; `startTime` alone moves the appointment and keeps its duration. The limits on times are those of a booking. A confirmed appointment that the patient moves returns to SCHEDULED. Only the doctor or an administrator can start or complete it, or mark it NO_SHOW. The front desk can move, confirm and cancel, but neither read nor write notes. The patient accepts a proposed appointment by moving it, or by setting CONFIRMED without a new time; if the proposed time was changed, the call repeats the current `startTime`. Before the patient accepts, it can be neither started nor completed.
     *
     * Scope: `appointments:write`.
     *
     * @param string $id The id of the appointment.
     * @param array{
     *     status?: 'SCHEDULED'|'CONFIRMED'|'IN_PROGRESS'|'COMPLETED'|'CANCELLED'|'NO_SHOW',
     *     startTime?: \DateTimeInterface|string,
     *     endTime?: \DateTimeInterface|string,
     *     notes?: string|null,
     *     placeId?: string|null,
     *     visitReason?: string|null,
     *     holdId?: string,
     *     reason?: string,
     *     lateCancel?: bool,
     * } $body
     * @throws Conflict The status does not allow the change (details.state has from, to and the allowed values). Or the time of a proposed appointment was changed, and the patient accepts it without the current startTime (details.current has startTime and endTime). Or the new time overlaps or is held (details.overlap.id; null if the caller may not read it), the hold has expired (details.hold), the new time is not offered (details.slot.reason), the doctor is disabled or not verified, or the patient has too many open bookings (details.limit).
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
     * Administrators only. The appointment stays in the database but can no longer be read. An open appointment is cancelled.
     *
     * Scope: `appointments:write`.
     *
     * @param string $id The id of the appointment.
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
     * Has the effect of `PUT /api/appointments/{id}` with the status CANCELLED. Participants, the front desk and administrators can cancel. A cancellation is never refused because it is late. Cancelling again changes nothing.
     *
     * Scope: `appointments:write`.
     *
     * @param string $id The id of the appointment.
     * @param array{
     *     reason?: string,
     *     lateCancel?: bool,
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
     * Open rooms with a participant in the room or its lobby, for appointments that start within 24 hours before or after now. Doctors and dentists see their own rooms, the front desk and administrators all rooms of the organisation. Longest wait first, at most 500.
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
