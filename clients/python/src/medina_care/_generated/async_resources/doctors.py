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

    from ..._http import AsyncHttp
    from ...pages import AsyncPages
    from ...records import File, Items, Meta, Unset
    from ..sent import (
        AddException,
        NewOpeningRule,
        ReplaceOpening,
        UpdateDoctor,
    )
    from ..types import (
        Opening,
        OpeningException,
        OpeningExceptionKind,
        StaffDoctor,
        VisitMode,
        AddExceptionAnswer,
    )


class AsyncDoctorsOpeningApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Opening:
        """Read the opening hours of a professional.

        The rules of the week, in the order in which they were written. Absences and extra hours have their own list.

        Scope: ``schedules:read``.

        :param id: The id of the doctor.
        """
        request = Request(
            "GET",
            "/api/doctors/{id}/opening",
            values=(id,),
            take="opening",
            kind="Opening",
            timeout=timeout,
        )
        return cast("Opening", await self._http.send(request))

    async def replace(
        self,
        id: str,
        *,
        rules: Sequence[NewOpeningRule],
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Opening:
        """Replace the opening hours of a professional.

        Replaces the whole week at all places. Free slots are offered within these hours; visits can still be booked outside them, and booked visits stay unchanged. Professionals change their own hours, the front desk and administrators those of all.

        Scope: ``schedules:write``.

        :param id: The id of the doctor.
        """
        request = Request(
            "PUT",
            "/api/doctors/{id}/opening",
            values=(id,),
            body=body_of({"rules": rules}, NAMES["ReplaceOpening"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="opening",
            kind="Opening",
            timeout=timeout,
        )
        return cast("Opening", await self._http.send(request))


class AsyncDoctorsExceptionsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    def list(
        self,
        id: str,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[OpeningException]:
        """List the absences and extra hours of a professional.

        The latest last day first.

        Scope: ``schedules:read``.

        :param id: The id of the doctor.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/doctors/{id}/exceptions",
            values=(id,),
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="exceptions",
            kind="OpeningException",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def add(
        self,
        id: str,
        *,
        kind: OpeningExceptionKind,
        first_day: str,
        last_day: str,
        place_id: str | Unset = UNSET,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
        modes: Sequence[VisitMode] | Unset = UNSET,
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AddExceptionAnswer:
        """Add an absence or extra hours of a professional.

        CLOSED closes the days, or the given times of each day, at one place or all places. OPEN adds hours at one place, also on holidays. An absence cancels no visit: `affected` names the open visits that it meets, the earliest first, at most 500.

        Scope: ``schedules:write``.

        :param id: The id of the doctor.
        :raises Conflict: The professional already has 200 exceptions that are not over.
        """
        request = Request(
            "POST",
            "/api/doctors/{id}/exceptions",
            values=(id,),
            body=body_of({"kind": kind, "place_id": place_id, "first_day": first_day, "last_day": last_day, "from_": from_, "to": to, "modes": modes, "reason": reason}, NAMES["AddException"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="AddExceptionAnswer",
            timeout=timeout,
        )
        return cast("AddExceptionAnswer", await self._http.send(request))

    async def remove(
        self,
        id: str,
        exception_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Remove an absence or extra hours of a professional.

        Free slots change with it at once.

        Scope: ``schedules:write``.

        :param id: The id of the exception.
        :param exception_id: The id of the exception.
        """
        request = Request(
            "DELETE",
            "/api/doctors/{id}/exceptions/{exceptionId}",
            values=(id, exception_id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", await self._http.send(request))


class AsyncDoctorsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http
        self.opening = AsyncDoctorsOpeningApi(http)
        self.exceptions = AsyncDoctorsExceptionsApi(http)

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        city: str | Unset = UNSET,
        specialty: str | Unset = UNSET,
        languages: str | Unset = UNSET,
        is_tele: bool | Unset = UNSET,
        verified: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[StaffDoctor]:
        """List the doctors and dentists of the organisation.

        For staff. Entries include the private fields of the internal directory, and are sorted by name. Practitioners without a profile are included, with null fields. Professionals see only their own entry until they are verified. Accepts the filters of the public directory, and `verified`.

        Scope: ``doctors:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param city: In French, Arabic or another usual spelling. Case and accents are ignored: `fes`, `FÈS` and `فاس` are the same city.
        :param specialty: In French, Arabic or English. Case and accents are ignored.
        :param languages: Comma-separated language codes; matches doctors who speak any of them.
        :param is_tele: Whether the doctor offers video consultations.
        :param verified: Whether the practitioner is verified.
        """
        request = Request(
            "GET",
            "/api/doctors",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "city": city, "specialty": specialty, "languages": languages, "isTele": is_tele, "verified": verified},
            take="doctors",
            kind="StaffDoctor",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> StaffDoctor:
        """Read a doctor or dentist of the organisation.

        Includes the private fields, which the public directory does not show.

        Scope: ``doctors:read``.

        :param id: The id of the doctor.
        """
        request = Request(
            "GET",
            "/api/doctors/{id}",
            values=(id,),
            take="doctor",
            kind="StaffDoctor",
            timeout=timeout,
        )
        return cast("StaffDoctor", await self._http.send(request))

    async def update(
        self,
        id: str,
        *,
        specialty: str | Unset = UNSET,
        city: str | Unset = UNSET,
        languages: Sequence[str] | Unset = UNSET,
        is_tele: bool | Unset = UNSET,
        phone: str | None | Unset = UNSET,
        licence_number: str | None | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> StaffDoctor:
        """Create or update the profile of a doctor or dentist.

        Practitioners can edit their own profile, administrators every profile. The first call creates the profile, and requires specialty and city. Later calls change only the given fields. Only administrators can change the specialty and licence number of a verified practitioner, because documents show them. The public directory is updated at once.

        Scope: ``doctors:write``.

        :param id: The id of the doctor.
        """
        request = Request(
            "PUT",
            "/api/doctors/{id}",
            values=(id,),
            body=body_of({"specialty": specialty, "city": city, "languages": languages, "is_tele": is_tele, "phone": phone, "licence_number": licence_number}, NAMES["UpdateDoctor"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="doctor",
            kind="StaffDoctor",
            timeout=timeout,
        )
        return cast("StaffDoctor", await self._http.send(request))

