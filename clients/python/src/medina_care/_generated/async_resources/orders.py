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

    from .. import sent
    from ..._http import AsyncHttp
    from ...pages import AsyncPages
    from ...records import File, Items, Meta, Unset
    from ..sent import (
        ChangePharmacy,
        PlaceOrder,
        UpdateOrder,
    )
    from ..types import (
        Order,
        OrderStatus,
    )


class AsyncOrdersApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        status: Sequence[OrderStatus] | Unset = UNSET,
        patient_id: str | Unset = UNSET,
        pharmacy_id: str | Unset = UNSET,
        prescription_id: str | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Order]:
        """List pharmacy orders.

        Patients see their own orders, pharmacies the orders placed with them, doctors and dentists the orders on their prescriptions, administrators all orders of the tenant. Newest first. For pharmacies, the filter `patientId` omits orders that are CANCELLED or REJECTED.

        Scope: ``orders:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param from_: Placed at this time or later.
        :param to: Placed before this time.
        """
        request = Request(
            "GET",
            "/api/orders",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "status": status, "patientId": patient_id, "pharmacyId": pharmacy_id, "prescriptionId": prescription_id, "from": from_, "to": to},
            take="orders",
            kind="Order",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def place(
        self,
        *,
        prescription_id: str,
        pharmacy_id: str,
        delivery_requested: bool | Unset = UNSET,
        pickup_code: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Order:
        """Order a prescription from a pharmacy.

        The patient, the prescriber and administrators can order. A prescription has one open order at a time; after a delivery it can be ordered again while any of its lines has an amount left. A pharmacy can order only from itself, with a `pickupCode` that the patient shows. After an order at this pharmacy was cancelled, the pharmacy cannot order until the patient orders there again.

        Scope: ``orders:write``.

        :raises Conflict: The prescription has an open order (details.order.id), is used up (details.dispensing.left is 0), was cancelled, or has expired.
        """
        request = Request(
            "POST",
            "/api/orders",
            body=body_of({"prescription_id": prescription_id, "pharmacy_id": pharmacy_id, "delivery_requested": delivery_requested, "pickup_code": pickup_code}, NAMES["PlaceOrder"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="order",
            kind="Order",
            timeout=timeout,
        )
        return cast("Order", await self._http.send(request))

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Order:
        """Read a pharmacy order.

        Available to the patient, the prescriber, the pharmacy of the order and administrators.

        Scope: ``orders:read``.

        :param id: The id of the order.
        """
        request = Request(
            "GET",
            "/api/orders/{id}",
            values=(id,),
            take="order",
            kind="Order",
            timeout=timeout,
        )
        return cast("Order", await self._http.send(request))

    async def update(
        self,
        id: str,
        *,
        status: OrderStatus,
        dispensed: Sequence[sent.DispensedLine] | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Order:
        """Update the status of a pharmacy order.

        An order goes from PENDING to PREPARING, READY and DELIVERED, one step at a time. PENDING and PREPARING orders may become CANCELLED or REJECTED. The pharmacy of the order and administrators set the status; the patient may cancel a PENDING order. PREPARING requires a signed prescription. Setting the current status changes nothing. If the prescription is used up, or has a substance of table A or B and is past its `validUntil`, the order can only be CANCELLED or REJECTED.

        Scope: ``orders:write``.

        :param id: The id of the order.
        :raises Conflict: The current status does not allow it: details.state has from, to and the allowed statuses. Or the prescription is used up (details.dispensing.left is 0).
        """
        request = Request(
            "PUT",
            "/api/orders/{id}",
            values=(id,),
            body=body_of({"status": status, "dispensed": dispensed}, NAMES["UpdateOrder"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="order",
            kind="Order",
            timeout=timeout,
        )
        return cast("Order", await self._http.send(request))

    async def cancel(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Order:
        """Cancel a pharmacy order.

        Has the effect of `PUT /api/orders/{id}` with the status CANCELLED. The pharmacy and administrators can cancel a PENDING or PREPARING order, the patient a PENDING one. Cancelling again changes nothing.

        Scope: ``orders:write``.

        :param id: The id of the order.
        :raises Conflict: The current status does not allow it: details.state has from, to and the allowed statuses.
        """
        request = Request(
            "POST",
            "/api/orders/{id}/cancel",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="order",
            kind="Order",
            timeout=timeout,
        )
        return cast("Order", await self._http.send(request))

    async def transfer(
        self,
        id: str,
        *,
        pharmacy_id: str,
        delivery_requested: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Order:
        """Change the pharmacy of an order.

        The patient and administrators can change the pharmacy of a PENDING order. The order becomes CANCELLED, and the other pharmacy gets a new order. The first pharmacy is notified, and no longer sees the prescription and the patient.

        Scope: ``orders:write``.

        :param id: The id of the order.
        :raises Conflict: The order is not PENDING (details.state), or the prescription is used up (details.dispensing.left is 0) or has expired.
        """
        request = Request(
            "POST",
            "/api/orders/{id}/transfer",
            values=(id,),
            body=body_of({"pharmacy_id": pharmacy_id, "delivery_requested": delivery_requested}, NAMES["ChangePharmacy"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="order",
            kind="Order",
            timeout=timeout,
        )
        return cast("Order", await self._http.send(request))

