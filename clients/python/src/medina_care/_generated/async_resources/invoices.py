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
        CancelInvoice,
        CreateInvoice,
        RefundInvoice,
        TakePayment,
        UpdateInvoice,
    )
    from ..types import (
        Invoice,
        InvoiceStatus,
        InvoiceWithPayments,
        Payment,
        PaymentMethod,
        Refund,
    )


class AsyncInvoicesApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        status: Sequence[InvoiceStatus] | Unset = UNSET,
        patient_id: str | Unset = UNSET,
        doctor_id: str | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Invoice]:
        """List invoices.

        Patients see their own invoices, doctors and dentists the invoices of their consultations, the front desk and administrators all invoices of the tenant. Newest first.

        Scope: ``invoices:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param from_: Created at this time or later.
        :param to: Created before this time.
        """
        request = Request(
            "GET",
            "/api/invoices",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "status": status, "patientId": patient_id, "doctorId": doctor_id, "from": from_, "to": to},
            take="invoices",
            kind="Invoice",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def create(
        self,
        *,
        patient_id: str,
        amount_mad: int,
        appointment_id: str | Unset = UNSET,
        description: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvoiceWithPayments:
        """Create an invoice.

        Doctors and dentists invoice patients whom they treat, the front desk and administrators all patients. The invoice gets the next number of its year. It cannot be changed: cancel it and create another.

        Scope: ``invoices:write``.
        """
        request = Request(
            "POST",
            "/api/invoices",
            body=body_of({"patient_id": patient_id, "appointment_id": appointment_id, "amount_mad": amount_mad, "description": description}, NAMES["CreateInvoice"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="invoice",
            kind="InvoiceWithPayments",
            timeout=timeout,
        )
        return cast("InvoiceWithPayments", await self._http.send(request))

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> InvoiceWithPayments:
        """Read an invoice with its payments and refunds.

        Payments and refunds are listed oldest first.

        Scope: ``invoices:read``.

        :param id: The id of the invoice.
        """
        request = Request(
            "GET",
            "/api/invoices/{id}",
            values=(id,),
            take="invoice",
            kind="InvoiceWithPayments",
            timeout=timeout,
        )
        return cast("InvoiceWithPayments", await self._http.send(request))

    async def update(
        self,
        id: str,
        *,
        status: Literal["CANCELLED"],
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> InvoiceWithPayments:
        """Cancel an invoice by its status.

        Has the effect of `POST /api/invoices/{id}/cancel`. The doctor or dentist of the invoice and administrators can cancel it, unless anything was paid. It keeps its number. Cancelling again changes nothing.

        Scope: ``invoices:write``.

        :param id: The id of the invoice.
        :raises Conflict: A payment was made, or a card payment is pending.
        """
        request = Request(
            "PUT",
            "/api/invoices/{id}",
            values=(id,),
            body=body_of({"status": status, "reason": reason}, NAMES["UpdateInvoice"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="invoice",
            kind="InvoiceWithPayments",
            timeout=timeout,
        )
        return cast("InvoiceWithPayments", await self._http.send(request))

    async def cancel(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> InvoiceWithPayments:
        """Cancel an invoice.

        The doctor or dentist of the invoice and administrators can cancel it, unless anything was paid. It keeps its number. Cancelling again changes nothing.

        Scope: ``invoices:write``.

        :param id: The id of the invoice.
        :raises Conflict: A payment was made, or a card payment is pending.
        """
        request = Request(
            "POST",
            "/api/invoices/{id}/cancel",
            values=(id,),
            body=body_of({"reason": reason}, NAMES["CancelInvoice"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="invoice",
            kind="InvoiceWithPayments",
            timeout=timeout,
        )
        return cast("InvoiceWithPayments", await self._http.send(request))

    async def take_payment(
        self,
        id: str,
        *,
        method: PaymentMethod,
        amount_mad: int,
        card_token: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Payment:
        """Pay an invoice in full or in part.

        The patient, the doctor or dentist, the front desk and administrators pay by card. All of them except the patient record payments in cash. With an Idempotency-Key a card is charged once, even if the connection fails. The sandbox simulates payments: every token succeeds except `tok_declined`, `tok_unavailable` and `tok_timeout`; `tok_refund_declined` and `tok_refund_timeout` make refunds fail.

        Scope: ``invoices:write``.

        :param id: The id of the invoice.
        :raises Conflict: The amount exceeds the amount due (details.due), the card was declined (details.payment), or the installation has no card provider.
        """
        request = Request(
            "POST",
            "/api/invoices/{id}/payments",
            values=(id,),
            body=body_of({"method": method, "amount_mad": amount_mad, "card_token": card_token}, NAMES["TakePayment"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="payment",
            kind="Payment",
            timeout=timeout,
        )
        return cast("Payment", await self._http.send(request))

    async def refund(
        self,
        id: str,
        *,
        amount_mad: int,
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Refund:
        """Refund an invoice in full or in part.

        The doctor or dentist of the invoice and administrators can refund it. Card payments are refunded first, each to its card, newest payment first. Cash is refunded last: the caller hands it out.

        Scope: ``invoices:write``.

        :param id: The id of the invoice.
        :raises Conflict: The amount exceeds the refundable amount (details.refundable), the bank refused the refund (details.refund), or the installation has no card provider.
        """
        request = Request(
            "POST",
            "/api/invoices/{id}/refunds",
            values=(id,),
            body=body_of({"amount_mad": amount_mad, "reason": reason}, NAMES["RefundInvoice"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="refund",
            kind="Refund",
            timeout=timeout,
        )
        return cast("Refund", await self._http.send(request))

