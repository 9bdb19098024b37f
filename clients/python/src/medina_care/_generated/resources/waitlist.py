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
        JoinWaitlist,
        UpdateWaitlistEntry,
    )
    from ..types import (
        WaitlistEntry,
        WaitlistStatus,
    )


class WaitlistApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        status: Sequence[WaitlistStatus] | Unset = UNSET,
        doctor_id: str | Unset = UNSET,
        patient_id: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[WaitlistEntry]:
        """List the waitlist.

        Patients see their own entries, doctors and dentists those for themselves, the front desk and administrators all. Newest first.

        Scope: ``appointments:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/waitlist",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "status": status, "doctorId": doctor_id, "patientId": patient_id},
            take="waitlistEntries",
            kind="WaitlistEntry",
            timeout=timeout,
        )
        return self._http.pages(request)

    def join(
        self,
        *,
        patient_id: str,
        visit_type_id: str,
        last_day: str,
        doctor_id: str | Unset = UNSET,
        city: str | Unset = UNSET,
        specialty: str | Unset = UNSET,
        first_day: str | Unset = UNSET,
        weekdays: Sequence[int] | Unset = UNSET,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
        urgent: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> WaitlistEntry:
        """Add a patient to the waitlist.

        When a visit is cancelled, moved or deleted, or an absence is removed, the time is offered to the entries that wish it: urgent ones first, then the oldest. The patient gets a message, and the time is held: for 2 hours if the visit is more than a day away, otherwise for 30 minutes. Times less than an hour away are not offered. Patients wait for themselves; professionals add patients whom they treat.

        Scope: ``appointments:write``.

        :raises Conflict: The calling patient already has 5 open entries: details.limit. Or the type is for new patients of the professional: details.slot.reason.
        """
        request = Request(
            "POST",
            "/api/waitlist",
            body=body_of({"patient_id": patient_id, "visit_type_id": visit_type_id, "doctor_id": doctor_id, "city": city, "specialty": specialty, "first_day": first_day, "last_day": last_day, "weekdays": weekdays, "from_": from_, "to": to, "urgent": urgent}, NAMES["JoinWaitlist"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="waitlistEntry",
            kind="WaitlistEntry",
            timeout=timeout,
        )
        return cast("WaitlistEntry", self._http.send(request))

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> WaitlistEntry:
        """Read an entry of the waitlist.

        With the time that is offered, if any.

        Scope: ``appointments:read``.

        :param id: The id of the waitlist entry.
        """
        request = Request(
            "GET",
            "/api/waitlist/{id}",
            values=(id,),
            take="waitlistEntry",
            kind="WaitlistEntry",
            timeout=timeout,
        )
        return cast("WaitlistEntry", self._http.send(request))

    def update(
        self,
        id: str,
        *,
        first_day: str | Unset = UNSET,
        last_day: str | Unset = UNSET,
        weekdays: Sequence[int] | None | Unset = UNSET,
        from_: str | None | Unset = UNSET,
        to: str | None | Unset = UNSET,
        urgent: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> WaitlistEntry:
        """Change the wishes of an entry.

        Absent fields stay unchanged. A time that is offered stays offered.

        Scope: ``appointments:write``.

        :param id: The id of the waitlist entry.
        :raises Conflict: The entry has ended.
        """
        request = Request(
            "PUT",
            "/api/waitlist/{id}",
            values=(id,),
            body=body_of({"first_day": first_day, "last_day": last_day, "weekdays": weekdays, "from_": from_, "to": to, "urgent": urgent}, NAMES["UpdateWaitlistEntry"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="waitlistEntry",
            kind="WaitlistEntry",
            timeout=timeout,
        )
        return cast("WaitlistEntry", self._http.send(request))

    def leave(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Leave the waitlist.

        Ends the entry, and the offer of a time. Leaving again changes nothing.

        Scope: ``appointments:write``.

        :param id: The id of the waitlist entry.
        :raises Conflict: The entry is booked or has expired.
        """
        request = Request(
            "DELETE",
            "/api/waitlist/{id}",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))

    def decline(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> WaitlistEntry:
        """Decline the time that is offered.

        The time is offered to the next entry. This entry waits for another time.

        Scope: ``appointments:write``.

        :param id: The id of the waitlist entry.
        :raises Conflict: No time is offered to the entry.
        """
        request = Request(
            "POST",
            "/api/waitlist/{id}/decline",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="waitlistEntry",
            kind="WaitlistEntry",
            timeout=timeout,
        )
        return cast("WaitlistEntry", self._http.send(request))

