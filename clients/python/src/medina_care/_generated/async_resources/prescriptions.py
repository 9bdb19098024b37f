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
        CancelPrescription,
        IssuePrescription,
        NewPrescriptionItem,
        UpdatePrescription,
    )
    from ..types import (
        PickupCode,
        Prescription,
        PrescriptionSignature,
        PrescriptionStatus,
        SubstanceTable,
    )


class AsyncPrescriptionsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        patient_id: str | Unset = UNSET,
        doctor_id: str | Unset = UNSET,
        appointment_id: str | Unset = UNSET,
        status: Sequence[PrescriptionStatus] | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Prescription]:
        """List prescriptions.

        Patients see their own prescriptions, doctors and dentists the prescriptions that they issued, administrators all prescriptions of the tenant. Pharmacies see prescriptions that are ordered from them, unless the order is cancelled or rejected. Newest first.

        Scope: ``prescriptions:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param from_: Issued at this time or later.
        :param to: Issued before this time.
        """
        request = Request(
            "GET",
            "/api/prescriptions",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "patientId": patient_id, "doctorId": doctor_id, "appointmentId": appointment_id, "status": status, "from": from_, "to": to},
            take="prescriptions",
            kind="Prescription",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def issue(
        self,
        *,
        patient_id: str,
        appointment_id: str | Unset = UNSET,
        medication: str | Unset = UNSET,
        dosage: str | Unset = UNSET,
        instructions: str | Unset = UNSET,
        duration_days: int | Unset = UNSET,
        substance_table: SubstanceTable | Unset = UNSET,
        quantity: int | Unset = UNSET,
        unit: str | Unset = UNSET,
        refills: int | Unset = UNSET,
        substitutable: bool | Unset = UNSET,
        items: Sequence[NewPrescriptionItem] | Unset = UNSET,
        patient_weight_kg: float | Unset = UNSET,
        valid_until: datetime | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Prescription:
        """Issue a prescription.

        Issues a prescription for an appointment of the caller with the patient. Without an appointment it is a renewal, which requires a confirmed or completed appointment of the two. The prescription is signed at once if the prescriber has a signing key; in the sandbox the key is created on first use. A prescription cannot be changed: cancel it and issue another.

        Scope: ``prescriptions:write``.

        :raises Conflict: The appointment is CANCELLED or NO_SHOW.
        """
        request = Request(
            "POST",
            "/api/prescriptions",
            body=body_of({"patient_id": patient_id, "appointment_id": appointment_id, "medication": medication, "dosage": dosage, "instructions": instructions, "duration_days": duration_days, "substance_table": substance_table, "quantity": quantity, "unit": unit, "refills": refills, "substitutable": substitutable, "items": items, "patient_weight_kg": patient_weight_kg, "valid_until": valid_until}, NAMES["IssuePrescription"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="prescription",
            kind="Prescription",
            timeout=timeout,
        )
        return cast("Prescription", await self._http.send(request))

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Prescription:
        """Read a prescription.

        Returns all lines, with the amount of each that can still be dispensed.

        Scope: ``prescriptions:read``.

        :param id: The id of the prescription.
        """
        request = Request(
            "GET",
            "/api/prescriptions/{id}",
            values=(id,),
            take="prescription",
            kind="Prescription",
            timeout=timeout,
        )
        return cast("Prescription", await self._http.send(request))

    async def update(
        self,
        id: str,
        *,
        status: Literal["CANCELLED"],
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Prescription:
        """Cancel a prescription by its status.

        Has the effect of `POST /api/prescriptions/{id}/cancel`. The prescriber and administrators can cancel a prescription at any time. Orders that are PENDING, PREPARING or READY are cancelled, and their pharmacies are notified; DELIVERED orders stay. New orders are refused. Cancelling again changes nothing.

        Scope: ``prescriptions:write``.

        :param id: The id of the prescription.
        """
        request = Request(
            "PUT",
            "/api/prescriptions/{id}",
            values=(id,),
            body=body_of({"status": status, "reason": reason}, NAMES["UpdatePrescription"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="prescription",
            kind="Prescription",
            timeout=timeout,
        )
        return cast("Prescription", await self._http.send(request))

    async def cancel(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Prescription:
        """Cancel a prescription.

        The prescriber and administrators can cancel a prescription at any time. Orders that are PENDING, PREPARING or READY are cancelled, and their pharmacies are notified; DELIVERED orders stay. New orders are refused. Cancelling again changes nothing.

        Scope: ``prescriptions:write``.

        :param id: The id of the prescription.
        """
        request = Request(
            "POST",
            "/api/prescriptions/{id}/cancel",
            values=(id,),
            body=body_of({"reason": reason}, NAMES["CancelPrescription"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="prescription",
            kind="Prescription",
            timeout=timeout,
        )
        return cast("Prescription", await self._http.send(request))

    async def sign(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Prescription:
        """Sign a prescription.

        Only the prescriber can sign. The first signature creates their signing key. Signing again returns the existing signature.

        Scope: ``prescriptions:write``.

        :param id: The id of the prescription.
        :raises Conflict: The prescription is not signed, and was cancelled.
        """
        request = Request(
            "POST",
            "/api/prescriptions/{id}/sign",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="prescription",
            kind="Prescription",
            timeout=timeout,
        )
        return cast("Prescription", await self._http.send(request))

    async def get_signature(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> PrescriptionSignature:
        """Verify the signature of a prescription.

        Compares the stored prescription with the signed content. The response allows an independent verification: `value` is a JWS with detached content, and `canonical` is that content. 404 while the prescription is not signed.

        Scope: ``prescriptions:read``.

        :param id: The id of the prescription.
        """
        request = Request(
            "GET",
            "/api/prescriptions/{id}/signature",
            values=(id,),
            take="signature",
            kind="PrescriptionSignature",
            timeout=timeout,
        )
        return cast("PrescriptionSignature", await self._http.send(request))

    async def create_pickup_code(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> PickupCode:
        """Create a pickup code.

        Creates a code that the patient shows in a pharmacy. The pharmacy can place one order with it. The code expires after 15 to 30 minutes, or with the next order on the prescription.

        Scope: ``orders:write``.

        :param id: The id of the prescription.
        :raises Conflict: The prescription has an open order (details.order.id), is used up (details.dispensing.left is 0), was cancelled, or has expired.
        """
        request = Request(
            "POST",
            "/api/prescriptions/{id}/pickup-code",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="pickupCode",
            kind="PickupCode",
            timeout=timeout,
        )
        return cast("PickupCode", await self._http.send(request))

