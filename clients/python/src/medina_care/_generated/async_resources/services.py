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
        CreateService,
        SchedulePrice,
        UpdateService,
    )
    from ..types import (
        Service,
        ServicePrice,
    )


class AsyncServicesPricesApi:
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
    ) -> AsyncPages[ServicePrice]:
        """List the prices of a service.

        Scheduled, current and past prices, latest first.

        Scope: ``services:read``.

        :param id: The id of the service.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/services/{id}/prices",
            values=(id,),
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="prices",
            kind="ServicePrice",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def schedule(
        self,
        id: str,
        *,
        price_mad: int,
        from_: datetime,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> ServicePrice:
        """Schedule a price of a service.

        The price takes effect at the given time. To change the price at once, update the service.

        Scope: ``services:write``.

        :param id: The id of the service.
        :raises Conflict: Another price is scheduled for that time: details.price.id.
        """
        request = Request(
            "POST",
            "/api/services/{id}/prices",
            values=(id,),
            body=body_of({"price_mad": price_mad, "from_": from_}, NAMES["SchedulePrice"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="price",
            kind="ServicePrice",
            timeout=timeout,
        )
        return cast("ServicePrice", await self._http.send(request))

    async def withdraw(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Withdraw a scheduled price.

        Only prices that are not in effect yet can be withdrawn.

        Scope: ``services:write``.

        :param id: The id of the price.
        :raises Conflict: The price is already in effect.
        """
        request = Request(
            "DELETE",
            "/api/services/prices/{id}",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", await self._http.send(request))


class AsyncServicesApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http
        self.prices = AsyncServicesPricesApi(http)

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        active: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Service]:
        """List services.

        All users see all services of the organisation. Newest first.

        Scope: ``services:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param active: true: only services that are offered. false: only services that are not.
        """
        request = Request(
            "GET",
            "/api/services",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "active": active},
            take="services",
            kind="Service",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def create(
        self,
        *,
        name: str,
        price_mad: int,
        code: str | Unset = UNSET,
        duration_min: int | Unset = UNSET,
        active: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Service:
        """Create a service.

        Creates a service with its first price, which takes effect at once.

        Scope: ``services:write``.

        :raises Conflict: Another service has this code: details.service.id.
        """
        request = Request(
            "POST",
            "/api/services",
            body=body_of({"name": name, "code": code, "price_mad": price_mad, "duration_min": duration_min, "active": active}, NAMES["CreateService"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="service",
            kind="Service",
            timeout=timeout,
        )
        return cast("Service", await self._http.send(request))

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Service:
        """Read a service.

        `priceMAD` is the current price, including scheduled prices that have taken effect.

        Scope: ``services:read``.

        :param id: The id of the service.
        """
        request = Request(
            "GET",
            "/api/services/{id}",
            values=(id,),
            take="service",
            kind="Service",
            timeout=timeout,
        )
        return cast("Service", await self._http.send(request))

    async def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        code: str | None | Unset = UNSET,
        price_mad: int | Unset = UNSET,
        duration_min: int | None | Unset = UNSET,
        active: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Service:
        """Update a service.

        Absent fields stay unchanged. A new price takes effect at once, and applies until the next scheduled price.

        Scope: ``services:write``.

        :param id: The id of the service.
        :raises Conflict: Another service has this code: details.service.id.
        """
        request = Request(
            "PUT",
            "/api/services/{id}",
            values=(id,),
            body=body_of({"name": name, "code": code, "price_mad": price_mad, "duration_min": duration_min, "active": active}, NAMES["UpdateService"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="service",
            kind="Service",
            timeout=timeout,
        )
        return cast("Service", await self._http.send(request))

