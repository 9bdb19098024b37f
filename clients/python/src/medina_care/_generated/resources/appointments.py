"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..._exchange import Request, body_of
from ...records import UNSET
from ..names import NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any, Literal

    from ..._http import Http
    from ...pages import Pages
    from ...records import File, Items, Meta, Unset
    from ..sent import (
        BookAppointment,
        CancelAppointment,
        CreateJoinLink,
        InviteGuest,
        UpdateAppointment,
    )
    from ..types import (
        ActiveRoom,
        Appointment,
        AppointmentMove,
        AppointmentStatus,
        AppointmentsOfDay,
        Guest,
        GuestKind,
        JoinLink,
        Language,
        VisitFile,
        VisitFileContent,
        VisitMode,
        InviteGuestAnswer,
    )


class AppointmentsMovesApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Items[AppointmentMove]:
        """List the moves of an appointment.

        The times that the appointment had, and who moved it; the latest 200 moves, the latest first.

        Scope: ``appointments:read``.

        :param id: The id of the appointment.
        """
        request = Request(
            "GET",
            "/api/appointments/{id}/moves",
            values=(id,),
            take="moves",
            kind=["AppointmentMove"],
            timeout=timeout,
        )
        return cast("Items[AppointmentMove]", self._http.send(request))


class AppointmentsFilesApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Items[VisitFile]:
        """List the files of an appointment.

        Returns the files that participants shared in the room, oldest first. Available to the patient, their guardians, the practitioner, and administrators who opened the file of the patient.

        Scope: ``appointments:read``.

        :param id: The id of the appointment.
        """
        request = Request(
            "GET",
            "/api/appointments/{id}/files",
            values=(id,),
            take="files",
            kind=["VisitFile"],
            timeout=timeout,
        )
        return cast("Items[VisitFile]", self._http.send(request))

    def get(
        self,
        id: str,
        file_id: str,
        *,
        timeout: float | None = None,
    ) -> VisitFileContent:
        """Read a file of an appointment.

        Returns the file with a new URL of its content. Available to the patient, their guardians, the practitioner, and administrators who opened the file of the patient.

        Scope: ``appointments:read``.

        :param id: The id of the file.
        :param file_id: The id of the file.
        """
        request = Request(
            "GET",
            "/api/appointments/{id}/files/{fileId}",
            values=(id, file_id,),
            take="file",
            kind="VisitFileContent",
            timeout=timeout,
        )
        return cast("VisitFileContent", self._http.send(request))


class AppointmentsGuestsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def invite(
        self,
        id: str,
        *,
        name: str,
        kind: GuestKind,
        expires_at: datetime | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InviteGuestAnswer:
        """Invite a guest into the room of an appointment.

        For family or an interpreter. The appointment's practitioner and administrators can invite. `url` opens the room's page without an account; it is shown only once: send it to one person. The guest waits in the lobby until the practitioner admits them. Patient and practitioner are notified of guests that another user invites. An appointment has at most 5 valid invitations.

        Scope: ``appointments:write``.

        :param id: The id of the appointment.
        :raises Conflict: The appointment is over, or 5 invitations are valid.
        """
        request = Request(
            "POST",
            "/api/appointments/{id}/guests",
            values=(id,),
            body=body_of({"name": name, "kind": kind, "expires_at": expires_at}, NAMES["InviteGuest"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="InviteGuestAnswer",
            timeout=timeout,
        )
        return cast("InviteGuestAnswer", self._http.send(request))

    def list(
        self,
        id: str,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Guest]:
        """List the guests of an appointment.

        Guests whose invitation was not withdrawn, newest first. The response does not contain the links.

        Scope: ``appointments:read``.

        :param id: The id of the appointment.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/appointments/{id}/guests",
            values=(id,),
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="guests",
            kind="Guest",
            timeout=timeout,
        )
        return self._http.pages(request)

    def withdraw(
        self,
        id: str,
        guest_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Withdraw the invitation of a guest.

        A guest who is in the room or its lobby is disconnected at once.

        Scope: ``appointments:write``.

        :param id: The id of the guest.
        :param guest_id: The id of the guest.
        """
        request = Request(
            "DELETE",
            "/api/appointments/{id}/guests/{guestId}",
            values=(id, guest_id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))


class AppointmentsJoinLinkApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def create(
        self,
        id: str,
        *,
        identity: str | Unset = UNSET,
        language: Language | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> JoinLink:
        """Create the link of a participant into the room.

        The link works from the booking until the room closes, without an account, and stays the same: a repeated call returns it again. Before the room opens it shows when and with whom; afterwards, that the consultation is over. Messages about a video appointment contain the link of their recipient. Send it to no other person. A participant for whom an administrator creates it is notified.

        Scope: ``video:join``.

        :param id: The id of the appointment.
        :raises Conflict: The appointment is over, cancelled, or not by video.
        """
        request = Request(
            "POST",
            "/api/appointments/{id}/join-link",
            values=(id,),
            body=body_of({"identity": identity, "language": language}, NAMES["CreateJoinLink"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="joinLink",
            kind="JoinLink",
            timeout=timeout,
        )
        return cast("JoinLink", self._http.send(request))

    def revoke(
        self,
        id: str,
        *,
        identity: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Revoke the link of a participant into the room.

        The link stops working. The next message, or the next call that creates the link, has another one. Participants who are in the room stay.

        Scope: ``video:join``.

        :param id: The id of the appointment.
        :param identity: The caller by default. A guardian may name the dependant, an administrator a participant.
        """
        request = Request(
            "DELETE",
            "/api/appointments/{id}/join-link",
            values=(id,),
            query={"identity": identity},
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))


class AppointmentsApi:
    def __init__(self, http: Http) -> None:
        self._http = http
        self.moves = AppointmentsMovesApi(http)
        self.files = AppointmentsFilesApi(http)
        self.guests = AppointmentsGuestsApi(http)
        self.join_link = AppointmentsJoinLinkApi(http)

    def get_statistics(
        self,
        *,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
        doctor_id: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Items[AppointmentsOfDay]:
        """Count appointments by day.

        Counts the appointments that start on each day, by their current status. Doctors and dentists count their own slots, the front desk and administrators all appointments of the tenant. Every day of the range is listed, in order; at most 92 days.

        Scope: ``appointments:read``.

        :param from_: The first day, in Moroccan time. By default, the report has 7 days.
        :param to: The last day. By default today.
        :param doctor_id: Appointments of this professional.
        """
        request = Request(
            "GET",
            "/api/appointments/statistics",
            query={"from": from_, "to": to, "doctorId": doctor_id},
            take="days",
            kind=["AppointmentsOfDay"],
            timeout=timeout,
        )
        return cast("Items[AppointmentsOfDay]", self._http.send(request))

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        status: Sequence[AppointmentStatus] | Unset = UNSET,
        doctor_id: str | Unset = UNSET,
        patient_id: str | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Appointment]:
        """List appointments.

        Patients see their own appointments, doctors and dentists their own slots, the front desk and administrators all appointments of the tenant. Sorted by creation, newest first; with `from` or `to`, by start time, latest first.

        Scope: ``appointments:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param from_: Start at or after this time.
        :param to: Start before this time.
        """
        request = Request(
            "GET",
            "/api/appointments",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "status": status, "doctorId": doctor_id, "patientId": patient_id, "from": from_, "to": to},
            take="appointments",
            kind="Appointment",
            timeout=timeout,
        )
        return self._http.pages(request)

    def book(
        self,
        *,
        patient_id: str,
        doctor_id: str | Unset = UNSET,
        start_time: datetime | Unset = UNSET,
        end_time: datetime | Unset = UNSET,
        notes: str | Unset = UNSET,
        past_visit: bool | Unset = UNSET,
        visit_type_id: str | Unset = UNSET,
        place_id: str | Unset = UNSET,
        mode: VisitMode | Unset = UNSET,
        visit_reason: str | Unset = UNSET,
        hold_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Appointment:
        """Book an appointment.

        Creates an appointment and its video room. `POST /api/holds` keeps a free slot until it is booked with `holdId`, which replaces `doctorId`, `startTime` and `endTime`. Patients book for themselves, doctors and dentists book their own slots, the front desk and administrators book for all patients of the tenant. The front desk cannot write notes. Patients book future times of at most 2 hours that do not overlap their own appointments, within the limits of the organisation on open bookings. Doctors, dentists and the front desk can book up to 24 hours in the past; they record older visits with `pastVisit`. Doctors and dentists can only propose a future time to a patient whom they do not treat. The patient accepts the proposed appointment by setting `CONFIRMED`; until then it does not allow prescriptions, lab orders, certificates or invoices.

        Scope: ``appointments:write``.

        :raises Conflict: The doctor or the booking patient has an overlapping appointment or another user holds the time (details.overlap.id; null if the caller may not read it). Or the hold has expired (details.hold), or the caller may not book the time as a slot (details.slot.reason). Or the patient or the booking guardian has too many open bookings: details.limit has max, open and the kind ORGANISATION or WITH_PROFESSIONAL; the bookings of a guardian, for themselves and all dependants, count half each. Or the patient has missed too many visits: the kind is MISSED_VISITS. Or the professional has proposed too many appointments: the kind is PROPOSED or PROPOSED_TO_PATIENT.
        """
        request = Request(
            "POST",
            "/api/appointments",
            body=body_of({"doctor_id": doctor_id, "patient_id": patient_id, "start_time": start_time, "end_time": end_time, "notes": notes, "past_visit": past_visit, "visit_type_id": visit_type_id, "place_id": place_id, "mode": mode, "visit_reason": visit_reason, "hold_id": hold_id}, NAMES["BookAppointment"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="appointment",
            kind="Appointment",
            timeout=timeout,
        )
        return cast("Appointment", self._http.send(request))

    def list_missed(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Appointment]:
        """List appointments that may not have taken place.

        Past appointments whose participants never met in the video room, and that are not COMPLETED, CANCELLED or NO_SHOW. The doctor marks them NO_SHOW, or COMPLETED if the visit took place elsewhere. Latest first.

        Scope: ``appointments:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/appointments/missed",
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="appointments",
            kind="Appointment",
            timeout=timeout,
        )
        return self._http.pages(request)

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Appointment:
        """Read an appointment.

        Returns the notes to the patient, their guardians and the practitioner; the front desk gets `notes: null`.

        Scope: ``appointments:read``.

        :param id: The id of the appointment.
        """
        request = Request(
            "GET",
            "/api/appointments/{id}",
            values=(id,),
            take="appointment",
            kind="Appointment",
            timeout=timeout,
        )
        return cast("Appointment", self._http.send(request))

    def update(
        self,
        id: str,
        *,
        status: AppointmentStatus | Unset = UNSET,
        start_time: datetime | Unset = UNSET,
        end_time: datetime | Unset = UNSET,
        notes: str | None | Unset = UNSET,
        place_id: str | None | Unset = UNSET,
        visit_reason: str | None | Unset = UNSET,
        hold_id: str | Unset = UNSET,
        reason: str | Unset = UNSET,
        late_cancel: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Appointment:
        """Move, confirm, complete or cancel an appointment, or change its notes.

        Absent fields stay unchanged; `startTime` alone moves the appointment and keeps its duration. The limits on times are those of a booking. A confirmed appointment that the patient moves returns to SCHEDULED. Only the doctor or an administrator can start or complete it, or mark it NO_SHOW. The front desk can move, confirm and cancel, but neither read nor write notes. The patient accepts a proposed appointment by moving it, or by setting CONFIRMED without a new time; if the proposed time was changed, the call repeats the current `startTime`. Before the patient accepts, it can be neither started nor completed.

        Scope: ``appointments:write``.

        :param id: The id of the appointment.
        :raises Conflict: The status does not allow the change (details.state has from, to and the allowed values). Or the time of a proposed appointment was changed, and the patient accepts it without the current startTime (details.current has startTime and endTime). Or the new time overlaps or is held (details.overlap.id; null if the caller may not read it), the hold has expired (details.hold), the new time is not offered (details.slot.reason), the doctor is disabled or not verified, or the patient has too many open bookings (details.limit).
        """
        request = Request(
            "PUT",
            "/api/appointments/{id}",
            values=(id,),
            body=body_of({"status": status, "start_time": start_time, "end_time": end_time, "notes": notes, "place_id": place_id, "visit_reason": visit_reason, "hold_id": hold_id, "reason": reason, "late_cancel": late_cancel}, NAMES["UpdateAppointment"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="appointment",
            kind="Appointment",
            timeout=timeout,
        )
        return cast("Appointment", self._http.send(request))

    def delete(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Delete an appointment.

        Administrators only. The appointment stays in the database but can no longer be read. An open appointment is cancelled.

        Scope: ``appointments:write``.

        :param id: The id of the appointment.
        """
        request = Request(
            "DELETE",
            "/api/appointments/{id}",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))

    def cancel(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        late_cancel: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Appointment:
        """Cancel an appointment.

        Has the effect of `PUT /api/appointments/{id}` with the status CANCELLED. Participants, the front desk and administrators can cancel. A cancellation is never refused because it is late. Cancelling again changes nothing.

        Scope: ``appointments:write``.

        :param id: The id of the appointment.
        :raises Conflict: The status does not allow it: details.state has from, to and the allowed values.
        """
        request = Request(
            "POST",
            "/api/appointments/{id}/cancel",
            values=(id,),
            body=body_of({"reason": reason, "late_cancel": late_cancel}, NAMES["CancelAppointment"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="appointment",
            kind="Appointment",
            timeout=timeout,
        )
        return cast("Appointment", self._http.send(request))

    def list_active_rooms(
        self,
        *,
        timeout: float | None = None,
    ) -> Items[ActiveRoom]:
        """List the video rooms with participants.

        Open rooms with a participant in the room or its lobby, for appointments that start within 24 hours before or after now. Doctors and dentists see their own rooms, the front desk and administrators all rooms of the organisation. Longest wait first, at most 500.

        Scope: ``appointments:read``.
        """
        request = Request(
            "GET",
            "/api/appointments/active-rooms",
            take="activeRooms",
            kind=["ActiveRoom"],
            timeout=timeout,
        )
        return cast("Items[ActiveRoom]", self._http.send(request))

