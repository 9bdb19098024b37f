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


class AsyncDocumentsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def generate(
        self,
        *,
        template_id: Literal["prescription"] | Literal["certificate"] | Literal["invoice"] | Literal["attestation"],
        data: PrescriptionDocumentData | CertificateDocumentData | InvoiceDocumentData | AttestationDocumentData,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> GeneratePdfAnswer:
        """Generate a document.

        Generates a PDF about a record that the caller may see. The token also needs the scope that reads the record: `prescriptions:read`, `invoices:read`, or `appointments:read` for certificates and attestations. A prescription must be signed; only the practitioner of the appointment can issue a certificate. A repeated request returns the same document with a new URL, or a new document if the first one was cancelled. With the same Idempotency-Key it returns the first response, with the old URL: to get a new URL, omit the key or read the document.

        Scope: ``pdf:generate``.

        :raises Conflict: The prescription is unsigned, altered or cancelled; the appointment did not take place; there is no signing certificate; or a certificate of the signature is revoked.
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
        return cast("GeneratePdfAnswer", await self._http.send(request))

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
    ) -> AsyncPages[Document]:
        """List documents.

        Patients see their own documents, doctors and dentists the documents that name them, pharmacies the documents of prescriptions that are ordered from them and whose order is neither cancelled nor rejected. Administrators see all documents of the tenant. Newest first.

        Scope: ``documents:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> DocumentFile:
        """Read a document.

        Returns the document with a new URL of its file.

        Scope: ``documents:read``.

        :param id: The id of the document.
        """
        request = Request(
            "GET",
            "/api/documents/{id}",
            values=(id,),
            take="document",
            kind="DocumentFile",
            timeout=timeout,
        )
        return cast("DocumentFile", await self._http.send(request))

    async def update(
        self,
        id: str,
        *,
        status: Literal["CANCELLED"],
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Document:
        """Cancel a document by its status.

        Has the effect of `POST /api/documents/{id}/cancel`. The practitioner of the document and administrators can cancel it. Verification then reports it as cancelled. The prescription, invoice or appointment stays unchanged. Cancelling again changes nothing.

        Scope: ``documents:write``.

        :param id: The id of the document.
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
        return cast("Document", await self._http.send(request))

    async def cancel(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Document:
        """Cancel a document.

        The practitioner of the document and administrators can cancel it. Verification then reports it as cancelled. The prescription, invoice or appointment stays unchanged. Cancelling again changes nothing.

        Scope: ``documents:write``.

        :param id: The id of the document.
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
        return cast("Document", await self._http.send(request))

    async def verify(
        self,
        serial: str,
        *,
        timeout: float | None = None,
    ) -> Verification:
        """Verify a document.

        Reports whether a document is genuine, and its current state. The QR code of the document contains this URL. Needs no token. Send `Accept: application/json`; browsers get a page. To verify a file, compare its SHA-256.

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
        return cast("Verification", await self._http.send(request))

