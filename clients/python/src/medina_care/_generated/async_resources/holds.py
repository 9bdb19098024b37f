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
        CreateHold,
    )
    from ..types import (
        Hold,
    )


class AsyncHoldsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def create(
        self,
        *,
        doctor_id: str,
        visit_type_id: str,
        start_time: datetime,
        place_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Hold:
        """Hold a free slot.

        Keeps the time for the caller for 5 minutes. Other users then cannot book or hold it. Patients hold offered slots: one of each professional and two in all; a new hold replaces the oldest one. The staff can hold any free time.

        Scope: ``holds:write``.

        :raises Conflict: Another visit or hold overlaps the time: details.overlap.id, null if the caller may not read it. Or it is not offered to the caller: details.slot.reason.
        """
        request = Request(
            "POST",
            "/api/holds",
            body=body_of({"doctor_id": doctor_id, "visit_type_id": visit_type_id, "start_time": start_time, "place_id": place_id}, NAMES["CreateHold"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="hold",
            kind="Hold",
            timeout=timeout,
        )
        return cast("Hold", await self._http.send(request))

    async def extend(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Hold:
        """Extend a hold.

        The hold expires 5 minutes from now. A hold can be extended once.

        Scope: ``holds:write``.

        :param id: The id of the hold.
        :raises Conflict: The hold has expired, was extended before, or belongs to an offer of the waitlist: details.hold.
        """
        request = Request(
            "POST",
            "/api/holds/{id}/extend",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="hold",
            kind="Hold",
            timeout=timeout,
        )
        return cast("Hold", await self._http.send(request))

    async def release(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Release a hold.

        The front desk, the professional and administrators can release holds of others.

        Scope: ``holds:write``.

        :param id: The id of the hold.
        """
        request = Request(
            "DELETE",
            "/api/holds/{id}",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", await self._http.send(request))

