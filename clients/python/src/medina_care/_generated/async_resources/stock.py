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
        MoveStock,
        ReceiveLot,
        UpdateLot,
    )
    from ..types import (
        NewStockMovement,
        StockLot,
        StockMovement,
        StockReason,
    )


class AsyncStockMovementsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def record(
        self,
        id: str,
        *,
        delta: int,
        reason: StockReason,
        note: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> NewStockMovement:
        """Record a stock movement.

        SOLD and LOST need a negative delta, RECEIVED and RETURNED a positive one, CORRECTION either.

        Scope: ``stock:write``.

        :param id: The id of the lot.
        :raises Conflict: The stock is too low: details.stock.quantity.
        """
        request = Request(
            "POST",
            "/api/stock/{id}/movements",
            values=(id,),
            body=body_of({"delta": delta, "reason": reason, "note": note}, NAMES["MoveStock"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="movement",
            kind="NewStockMovement",
            timeout=timeout,
        )
        return cast("NewStockMovement", await self._http.send(request))

    def list(
        self,
        id: str,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[StockMovement]:
        """List the movements of a lot.

        Newest first, down to the receipt of the lot.

        Scope: ``stock:read``.

        :param id: The id of the lot.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/stock/{id}/movements",
            values=(id,),
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="movements",
            kind="StockMovement",
            timeout=timeout,
        )
        return self._http.pages(request)


class AsyncStockApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http
        self.movements = AsyncStockMovementsApi(http)

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        medication: str | Unset = UNSET,
        expiring_within_days: int | Unset = UNSET,
        include_empty: bool | Unset = UNSET,
        pharmacy_id: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[StockLot]:
        """List the lots of a pharmacy.

        Pharmacies see their own lots, administrators all lots of the tenant. Newest first; with `expiringWithinDays`, sorted by expiry date, latest first.

        Scope: ``stock:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param medication: Part of the name. Case and accents are ignored.
        :param expiring_within_days: Lots that expire within this number of days, including expired lots.
        :param include_empty: Whether to include empty lots.
        """
        request = Request(
            "GET",
            "/api/stock",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "medication": medication, "expiringWithinDays": expiring_within_days, "includeEmpty": include_empty, "pharmacyId": pharmacy_id},
            take="lots",
            kind="StockLot",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def receive(
        self,
        *,
        medication: str,
        lot_number: str,
        quantity: int,
        expires_on: str,
        pharmacy_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> StockLot:
        """Add a lot to the stock of a pharmacy.

        Pharmacies add lots to their own stock. Administrators give a `pharmacyId`.

        Scope: ``stock:write``.

        :raises Conflict: The pharmacy already has a lot of the medicine with this number (details.lot.id): record a movement on it.
        """
        request = Request(
            "POST",
            "/api/stock",
            body=body_of({"pharmacy_id": pharmacy_id, "medication": medication, "lot_number": lot_number, "quantity": quantity, "expires_on": expires_on}, NAMES["ReceiveLot"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="lot",
            kind="StockLot",
            timeout=timeout,
        )
        return cast("StockLot", await self._http.send(request))

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> StockLot:
        """Read a lot.

        Pharmacies read their own lots, administrators all lots of the tenant.

        Scope: ``stock:read``.

        :param id: The id of the lot.
        """
        request = Request(
            "GET",
            "/api/stock/{id}",
            values=(id,),
            take="lot",
            kind="StockLot",
            timeout=timeout,
        )
        return cast("StockLot", await self._http.send(request))

    async def update(
        self,
        id: str,
        *,
        quantity: int | Unset = UNSET,
        note: str | Unset = UNSET,
        expires_on: str | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> StockLot:
        """Correct a lot.

        Absent fields stay unchanged. A different quantity is recorded as a movement with the note; a new expiry date triggers new warnings.

        Scope: ``stock:write``.

        :param id: The id of the lot.
        """
        request = Request(
            "PUT",
            "/api/stock/{id}",
            values=(id,),
            body=body_of({"quantity": quantity, "note": note, "expires_on": expires_on}, NAMES["UpdateLot"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="lot",
            kind="StockLot",
            timeout=timeout,
        )
        return cast("StockLot", await self._http.send(request))

