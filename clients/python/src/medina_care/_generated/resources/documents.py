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

    from ..._http import Http
    from ...pages import Pages
    from ...records import File, Items, Meta, Unset
    from ..sent import (
        AttestationDocumentData,
        CancelDocument,
        CertificateDocumentData,
        GeneratePdf,
        InvoiceDocumentData,
        PrescriptionDocumentData,
        UpdateDocument,
    )
    from ..types import (
        Document,
        DocumentFile,
        DocumentTemplate,
        Verification,
        GeneratePdfAnswer,
    )


class DocumentsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def generate(
        self,
        *,
        template_id: Literal["prescription"] | Literal["certificate"] | Literal["invoice"] | Literal["attestation"],
        data: PrescriptionDocumentData | CertificateDocumentData | InvoiceDocumentData | AttestationDocumentData,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> GeneratePdfAnswer:
        """Generate a document.

        For a record that the caller may see, by a token that also has the scope that reads it: `prescriptions:read`, `invoices:read`, or for certificates and attestations `appointments:read`. A prescription must be signed, and only the practitioner of the appointment can issue its certificate. Repeating the request returns the same document with a new URL, or a new document if it was cancelled. A repeat with the same Idempotency-Key returns the same response with the old URL: for a new one, omit the key or read the document.

        Scope: ``pdf:generate``.

        :raises Conflict: The prescription is unsigned, altered or cancelled; the appointment did not take place; or there is no signing certificate.
        """
        request = Request(
            "POST",
            "/api/pdf/generate",
            body=body_of({"template_id": template_id, "data": data}, NAMES["GeneratePdf"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="GeneratePdfAnswer",
            timeout=timeout,
        )
        return cast("GeneratePdfAnswer", self._http.send(request))

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        template_id: DocumentTemplate | Unset = UNSET,
        patient_id: str | Unset = UNSET,
        prescription_id: str | Unset = UNSET,
        appointment_id: str | Unset = UNSET,
        invoice_id: str | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Document]:
        """List documents.

        Patients see their own, doctors and dentists those that name them, pharmacies those of prescriptions with an order that was neither cancelled nor rejected, administrators all of the tenant. Newest first.

        Scope: ``documents:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
        :param from_: Created at this time or later.
        :param to: Created before this time.
        """
        request = Request(
            "GET",
            "/api/documents",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "templateId": template_id, "patientId": patient_id, "prescriptionId": prescription_id, "appointmentId": appointment_id, "invoiceId": invoice_id, "from": from_, "to": to},
            take="documents",
            kind="Document",
            timeout=timeout,
        )
        return self._http.pages(request)

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> DocumentFile:
        """Read a document.

        With a new URL of the file.

        Scope: ``documents:read``.

        :param id: Which document.
        """
        request = Request(
            "GET",
            "/api/documents/{id}",
            values=(id,),
            take="document",
            kind="DocumentFile",
            timeout=timeout,
        )
        return cast("DocumentFile", self._http.send(request))

    def update(
        self,
        id: str,
        *,
        status: Literal["CANCELLED"],
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Document:
        """Cancel a document by its status.

        As `POST /api/documents/{id}/cancel`. By its practitioner or an administrator. Verification then reports it as cancelled. The record that it is about stays unchanged. Cancelling again changes nothing.

        Scope: ``documents:write``.

        :param id: Which document.
        """
        request = Request(
            "PUT",
            "/api/documents/{id}",
            values=(id,),
            body=body_of({"status": status, "reason": reason}, NAMES["UpdateDocument"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="document",
            kind="Document",
            timeout=timeout,
        )
        return cast("Document", self._http.send(request))

    def cancel(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Document:
        """Cancel a document.

        By its practitioner or an administrator. Verification then reports it as cancelled. The record that it is about stays unchanged. Cancelling again changes nothing.

        Scope: ``documents:write``.

        :param id: Which document.
        """
        request = Request(
            "POST",
            "/api/documents/{id}/cancel",
            values=(id,),
            body=body_of({"reason": reason}, NAMES["CancelDocument"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="document",
            kind="Document",
            timeout=timeout,
        )
        return cast("Document", self._http.send(request))

    def verify(
        self,
        serial: str,
        *,
        timeout: float | None = None,
    ) -> Verification:
        """Verify a document.

        The address in the QR code of a document: whether it is genuine, and its current state. Needs no token. Send `Accept: application/json`; browsers get a page. To verify a file, compare its SHA-256.

        :param serial: The serial number; case, dashes and spaces are ignored.
        """
        request = Request(
            "GET",
            "/verify/{serial}",
            values=(serial,),
            open=True,
            take="verification",
            kind="Verification",
            timeout=timeout,
        )
        return cast("Verification", self._http.send(request))

