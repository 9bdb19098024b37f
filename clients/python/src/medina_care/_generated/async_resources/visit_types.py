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
        CreateVisitType,
        UpdateVisitType,
    )
    from ..types import (
        VisitMode,
        VisitType,
        VisitTypeBooker,
    )


class AsyncVisitTypesApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        active: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[VisitType]:
        """List visit types.

        All users see all visit types of the organisation. Newest first.

        Scope: ``schedules:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param active: Whether the visit type is offered.
        """
        request = Request(
            "GET",
            "/api/visit-types",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "active": active},
            take="visitTypes",
            kind="VisitType",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def create(
        self,
        *,
        name: str,
        service_id: str,
        mode: VisitMode,
        duration_min: int,
        step_min: int | Unset = UNSET,
        buffer_before_min: int | Unset = UNSET,
        buffer_after_min: int | Unset = UNSET,
        min_notice_min: int | Unset = UNSET,
        horizon_days: int | Unset = UNSET,
        bookable_by: VisitTypeBooker | Unset = UNSET,
        new_patients_only: bool | Unset = UNSET,
        doctor_ids: Sequence[str] | None | Unset = UNSET,
        active: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> VisitType:
        """Create a visit type.

        A service in one mode, with the rules by which its times are offered. `stepMin` is the duration by default.

        Scope: ``schedules:write``.
        """
        request = Request(
            "POST",
            "/api/visit-types",
            body=body_of({"name": name, "service_id": service_id, "mode": mode, "duration_min": duration_min, "step_min": step_min, "buffer_before_min": buffer_before_min, "buffer_after_min": buffer_after_min, "min_notice_min": min_notice_min, "horizon_days": horizon_days, "bookable_by": bookable_by, "new_patients_only": new_patients_only, "doctor_ids": doctor_ids, "active": active}, NAMES["CreateVisitType"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="visitType",
            kind="VisitType",
            timeout=timeout,
        )
        return cast("VisitType", await self._http.send(request))

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> VisitType:
        """Read a visit type.

        All users see all visit types of the organisation.

        Scope: ``schedules:read``.

        :param id: The id of the visit type.
        """
        request = Request(
            "GET",
            "/api/visit-types/{id}",
            values=(id,),
            take="visitType",
            kind="VisitType",
            timeout=timeout,
        )
        return cast("VisitType", await self._http.send(request))

    async def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        duration_min: int | Unset = UNSET,
        step_min: int | Unset = UNSET,
        buffer_before_min: int | Unset = UNSET,
        buffer_after_min: int | Unset = UNSET,
        min_notice_min: int | Unset = UNSET,
        horizon_days: int | Unset = UNSET,
        bookable_by: VisitTypeBooker | Unset = UNSET,
        new_patients_only: bool | Unset = UNSET,
        doctor_ids: Sequence[str] | None | Unset = UNSET,
        active: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> VisitType:
        """Update a visit type.

        Absent fields stay unchanged. Booked visits keep their times and buffers. Service and mode of a visit type cannot change: create another one instead.

        Scope: ``schedules:write``.

        :param id: The id of the visit type.
        """
        request = Request(
            "PUT",
            "/api/visit-types/{id}",
            values=(id,),
            body=body_of({"name": name, "duration_min": duration_min, "step_min": step_min, "buffer_before_min": buffer_before_min, "buffer_after_min": buffer_after_min, "min_notice_min": min_notice_min, "horizon_days": horizon_days, "bookable_by": bookable_by, "new_patients_only": new_patients_only, "doctor_ids": doctor_ids, "active": active}, NAMES["UpdateVisitType"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="visitType",
            kind="VisitType",
            timeout=timeout,
        )
        return cast("VisitType", await self._http.send(request))

