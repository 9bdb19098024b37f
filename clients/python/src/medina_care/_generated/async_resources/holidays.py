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
        UpdateHoliday,
    )
    from ..types import (
        Holiday,
    )


class AsyncHolidaysApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def list(
        self,
        *,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Items[Holiday]:
        """List holidays and Ramadan.

        The holidays with a day in the range, and the months of Ramadan, by their first day. The range has at most 731 days; by default it is a year from today.

        Scope: ``schedules:read``.

        :param from_: First day of the range; by default today.
        :param to: Last day of the range, included.
        """
        request = Request(
            "GET",
            "/api/holidays",
            query={"from": from_, "to": to},
            take="holidays",
            kind=["Holiday"],
            timeout=timeout,
        )
        return cast("Items[Holiday]", await self._http.send(request))

    async def update(
        self,
        id: str,
        *,
        first_day: str | None | Unset = UNSET,
        confirmed: bool | Unset = UNSET,
        observed: bool | None | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Holiday:
        """Confirm, move or observe a holiday.

        Administrators confirm or move the day of a holiday that depends on the moon, for their organisation, and decide whether it is observed. A new first day is confirmed, and at most two days from the calculated one. `firstDay: null` and `confirmed: false` return to the calculated day. `observed: null` follows the year before. Absent fields stay unchanged.

        Scope: ``schedules:write``.

        :param id: The id of the holiday.
        """
        request = Request(
            "PUT",
            "/api/holidays/{id}",
            values=(id,),
            body=body_of({"first_day": first_day, "confirmed": confirmed, "observed": observed}, NAMES["UpdateHoliday"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="holiday",
            kind="Holiday",
            timeout=timeout,
        )
        return cast("Holiday", await self._http.send(request))

