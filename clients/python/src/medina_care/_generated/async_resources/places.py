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
        CreatePlace,
        UpdatePlace,
    )
    from ..types import (
        Place,
    )


class AsyncPlacesApi:
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
    ) -> AsyncPages[Place]:
        """List places.

        All users see all places of the organisation. Newest first.

        Scope: ``schedules:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param active: Whether slots at the place are offered.
        """
        request = Request(
            "GET",
            "/api/places",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "active": active},
            take="places",
            kind="Place",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def create(
        self,
        *,
        name: str,
        city: str,
        address: str | Unset = UNSET,
        phone: str | Unset = UNSET,
        time_zone: str | Unset = UNSET,
        active: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Place:
        """Create a place.

        Professionals can then have opening hours there, in the time zone of the place.

        Scope: ``schedules:write``.
        """
        request = Request(
            "POST",
            "/api/places",
            body=body_of({"name": name, "address": address, "city": city, "phone": phone, "time_zone": time_zone, "active": active}, NAMES["CreatePlace"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="place",
            kind="Place",
            timeout=timeout,
        )
        return cast("Place", await self._http.send(request))

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Place:
        """Read a place.

        All users see all places of the organisation.

        Scope: ``schedules:read``.

        :param id: The id of the place.
        """
        request = Request(
            "GET",
            "/api/places/{id}",
            values=(id,),
            take="place",
            kind="Place",
            timeout=timeout,
        )
        return cast("Place", await self._http.send(request))

    async def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        address: str | None | Unset = UNSET,
        city: str | Unset = UNSET,
        phone: str | None | Unset = UNSET,
        active: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Place:
        """Update a place.

        Absent fields stay unchanged. The time zone of a place cannot change: create another place instead.

        Scope: ``schedules:write``.

        :param id: The id of the place.
        """
        request = Request(
            "PUT",
            "/api/places/{id}",
            values=(id,),
            body=body_of({"name": name, "address": address, "city": city, "phone": phone, "active": active}, NAMES["UpdatePlace"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="place",
            kind="Place",
            timeout=timeout,
        )
        return cast("Place", await self._http.send(request))

