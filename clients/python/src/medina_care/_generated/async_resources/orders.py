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
        ChangePharmacy,
        PlaceOrder,
        UpdateOrder,
    )
    from ..types import (
        DispensedLine,
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

        Patients see their own, pharmacies those placed with them, doctors and dentists those on their prescriptions, administrators all of the tenant. Newest first. For pharmacies, `patientId` omits orders that are CANCELLED or REJECTED.

        Scope: ``orders:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
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

        On a prescription that the caller may see: by its patient, its prescriber or an administrator. A prescription has one open order at a time, and further ones while its lines have something left. A pharmacy may order only from itself and in the presence of the patient, who shows a `pickupCode`; never after an order at it was cancelled, until the patient orders there again.

        Scope: ``orders:write``.

        :raises Conflict: The prescription has an open order (details.order.id), has nothing left (details.dispensing.left is 0), was cancelled, or has expired.
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

        For the patient, the prescriber, the addressed pharmacy and administrators.

        Scope: ``orders:read``.

        :param id: Which order.
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
        dispensed: Sequence[DispensedLine] | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Order:
        """Update the status of a pharmacy order.

        The order is PENDING, PREPARING, READY, DELIVERED, one step at a time; PENDING and PREPARING may become CANCELLED or REJECTED. By its pharmacy or an administrator; the patient may cancel while it is PENDING. PREPARING needs a signed prescription. Setting the current status changes nothing. An order of a prescription with nothing left, or with a substance of table A or B after its `validUntil`, can only be CANCELLED or REJECTED.

        Scope: ``orders:write``.

        :param id: Which order.
        :raises Conflict: The current status does not allow it: details.state has from, to and the allowed statuses. Or nothing is left (details.dispensing.left is 0).
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

        As `PUT /api/orders/{id}` with the status CANCELLED: by its pharmacy or an administrator while it is PENDING or PREPARING, by the patient while it is PENDING. Cancelling again changes nothing.

        Scope: ``orders:write``.

        :param id: Which order.
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

        By its patient or an administrator while it is PENDING. The order becomes CANCELLED, its pharmacy is notified and no longer sees prescription and patient, and the other pharmacy gets a new order.

        Scope: ``orders:write``.

        :param id: Which order.
        :raises Conflict: It is not PENDING (details.state), has nothing left to dispense (details.dispensing.left is 0), or the prescription has expired.
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

