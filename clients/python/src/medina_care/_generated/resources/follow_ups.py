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
        AcceptFollowUp,
        ProposeFollowUp,
        UpdateFollowUp,
    )
    from ..types import (
        FollowUp,
        FollowUpStatus,
    )


class FollowUpsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        status: Sequence[FollowUpStatus] | Unset = UNSET,
        doctor_id: str | Unset = UNSET,
        patient_id: str | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[FollowUp]:
        """List follow-ups.

        Patients see the follow-ups proposed to them, doctors and dentists their own, administrators all follow-ups of the tenant. Newest first.

        Scope: ``follow_ups:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param from_: Proposed at this time or later.
        :param to: Proposed before this time.
        """
        request = Request(
            "GET",
            "/api/follow-ups",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "status": status, "doctorId": doctor_id, "patientId": patient_id, "from": from_, "to": to},
            take="followUps",
            kind="FollowUp",
            timeout=timeout,
        )
        return self._http.pages(request)

    def propose(
        self,
        *,
        patient_id: str,
        doctor_id: str,
        start_time: datetime | Unset = UNSET,
        end_time: datetime | Unset = UNSET,
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> FollowUp:
        """Propose a follow-up consultation.

        Doctors and dentists propose their own consultations, administrators any, with or without a time. The time is not reserved until the patient accepts.

        Scope: ``follow_ups:write``.
        """
        request = Request(
            "POST",
            "/api/follow-ups",
            body=body_of({"patient_id": patient_id, "doctor_id": doctor_id, "start_time": start_time, "end_time": end_time, "reason": reason}, NAMES["ProposeFollowUp"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="followUp",
            kind="FollowUp",
            timeout=timeout,
        )
        return cast("FollowUp", self._http.send(request))

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> FollowUp:
        """Read a follow-up.

        Available to the patient, the practitioner and administrators.

        Scope: ``follow_ups:read``.

        :param id: The id of the follow-up.
        """
        request = Request(
            "GET",
            "/api/follow-ups/{id}",
            values=(id,),
            take="followUp",
            kind="FollowUp",
            timeout=timeout,
        )
        return cast("FollowUp", self._http.send(request))

    def update(
        self,
        id: str,
        *,
        status: Literal["CANCELLED"],
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> FollowUp:
        """Cancel a proposed follow-up by its status.

        Has the effect of `POST /api/follow-ups/{id}/cancel`. The doctor and administrators can cancel. Cancelling again changes nothing.

        Scope: ``follow_ups:write``.

        :param id: The id of the follow-up.
        :raises Conflict: The follow-up was accepted or declined: details.state.
        """
        request = Request(
            "PUT",
            "/api/follow-ups/{id}",
            values=(id,),
            body=body_of({"status": status}, NAMES["UpdateFollowUp"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="followUp",
            kind="FollowUp",
            timeout=timeout,
        )
        return cast("FollowUp", self._http.send(request))

    def accept(
        self,
        id: str,
        *,
        start_time: datetime | Unset = UNSET,
        end_time: datetime | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> FollowUp:
        """Accept a follow-up.

        The patient and administrators can accept. Books the given time, or else the proposed one. Without either, the follow-up is accepted without an appointment, which can be booked later. Accepting again returns the same response and books nothing.

        Scope: ``follow_ups:write``.

        :param id: The id of the follow-up.
        :raises Conflict: The follow-up was declined or cancelled (details.state). Or the doctor has another appointment at that time (details.overlap.id; null if the caller may not read it), or the proposed time is in the past: the follow-up then stays PROPOSED and can be accepted with another time.
        """
        request = Request(
            "POST",
            "/api/follow-ups/{id}/accept",
            values=(id,),
            body=body_of({"start_time": start_time, "end_time": end_time}, NAMES["AcceptFollowUp"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="followUp",
            kind="FollowUp",
            timeout=timeout,
        )
        return cast("FollowUp", self._http.send(request))

    def decline(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> FollowUp:
        """Decline a follow-up.

        The patient and administrators can decline. Declining again changes nothing.

        Scope: ``follow_ups:write``.

        :param id: The id of the follow-up.
        :raises Conflict: The follow-up was accepted or cancelled: details.state.
        """
        request = Request(
            "POST",
            "/api/follow-ups/{id}/decline",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="followUp",
            kind="FollowUp",
            timeout=timeout,
        )
        return cast("FollowUp", self._http.send(request))

    def cancel(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> FollowUp:
        """Cancel a proposed follow-up.

        The doctor and administrators can cancel. Cancelling again changes nothing.

        Scope: ``follow_ups:write``.

        :param id: The id of the follow-up.
        :raises Conflict: The follow-up was accepted or declined: details.state.
        """
        request = Request(
            "POST",
            "/api/follow-ups/{id}/cancel",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="followUp",
            kind="FollowUp",
            timeout=timeout,
        )
        return cast("FollowUp", self._http.send(request))

