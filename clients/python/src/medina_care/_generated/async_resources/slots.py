"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..._exchange import Request
from ...records import UNSET

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any, Literal

    from ..._http import AsyncHttp
    from ...pages import AsyncPages
    from ...records import File, Items, Meta, Unset
    from ..types import (
        ListSlotsAnswer,
    )


class AsyncSlotsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def list(
        self,
        *,
        visit_type_id: str,
        doctor_id: str | Unset = UNSET,
        city: str | Unset = UNSET,
        specialty: str | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        first: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> ListSlotsAnswer:
        """Search free slots.

        The starts at which a visit of the type is offered: within the opening hours, apart from other visits by the larger buffer, not held by another user, and within notice and horizon of the type. Visit types for the staff have no slots for patients. Earliest first.

        Scope: ``slots:read``.

        :param doctor_id: Required unless city or specialty is given.
        :param city: City of the place, in French, Arabic or another usual spelling.
        :param specialty: Specialty of the professional, in French, Arabic or English.
        :param from_: Start at or after this time; by default now.
        :param to: Start before this time, at most 62 days after `from`; by default 30 days.
        :param first: Only the first free slot of each professional. Always so without `doctorId`.
        """
        request = Request(
            "GET",
            "/api/slots",
            query={"doctorId": doctor_id, "city": city, "specialty": specialty, "from": from_, "to": to, "first": first, "visitTypeId": visit_type_id},
            kind="ListSlotsAnswer",
            timeout=timeout,
        )
        return cast("ListSlotsAnswer", await self._http.send(request))

