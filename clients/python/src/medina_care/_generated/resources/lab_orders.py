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
        AddLabOrderFile,
        ChooseLaboratory,
        EnterLabResults,
        NewLabValue,
        SubmitLabOrder,
        UpdateLabOrder,
    )
    from ..types import (
        ChangedLabOrder,
        EnteredLabResult,
        LabOrder,
        LabOrderFile,
        LabOrderFileContent,
        LabOrderStatus,
        LabResult,
    )


class LabOrdersResultsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def enter(
        self,
        id: str,
        *,
        results: Sequence[NewLabValue],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> EnteredLabResult:
        """Enter the results of a lab order.

        Its doctor, its laboratory and administrators can enter results. Sets the status RESULTS_READY from any earlier status. Until the release, results can be entered again, under a new id: the last ones count, and earlier ones are kept.

        Scope: ``lab_orders:write``.

        :param id: The id of the lab order.
        :raises Conflict: The lab order is RELEASED or CANCELLED.
        """
        request = Request(
            "POST",
            "/api/lab-orders/{id}/results",
            values=(id,),
            body=body_of({"results": results}, NAMES["EnterLabResults"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="labResult",
            kind="EnteredLabResult",
            timeout=timeout,
        )
        return cast("EnteredLabResult", self._http.send(request))

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> LabResult:
        """Read the results of a lab order.

        Returns the results that were entered last. 404 while there are none; patients get 404 until the release. Bounds are inclusive: a value equal to a bound is normal.

        Scope: ``lab_orders:read``.

        :param id: The id of the lab result.
        """
        request = Request(
            "GET",
            "/api/lab-orders/{id}/results",
            values=(id,),
            take="labResult",
            kind="LabResult",
            timeout=timeout,
        )
        return cast("LabResult", self._http.send(request))


class LabOrdersFilesApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def add(
        self,
        id: str,
        *,
        name: str,
        content: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> LabOrderFile:
        """Add a file to a lab order.

        For example the signed report, or an image. The laboratory and the doctor who ordered the tests can add at most 10 files, from COLLECTED until RELEASED. Files are released with the results.

        Scope: ``lab_orders:write``.

        :param id: The id of the lab order.
        :raises Conflict: The lab order is still ORDERED, RELEASED or CANCELLED, or has the maximum of files.
        """
        request = Request(
            "POST",
            "/api/lab-orders/{id}/files",
            values=(id,),
            body=body_of({"name": name, "content": content}, NAMES["AddLabOrderFile"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="labOrderFile",
            kind="LabOrderFile",
            timeout=timeout,
        )
        return cast("LabOrderFile", self._http.send(request))

    def list(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Items[LabOrderFile]:
        """List the files of a lab order.

        Returns all files, oldest first. Available to the readers of the results: the doctor who ordered the tests, the addressed laboratory, the patient after the release, and administrators who opened the file of the patient. Patients get 404 until the release.

        Scope: ``lab_orders:read``.

        :param id: The id of the lab order.
        """
        request = Request(
            "GET",
            "/api/lab-orders/{id}/files",
            values=(id,),
            take="labOrderFiles",
            kind=["LabOrderFile"],
            timeout=timeout,
        )
        return cast("Items[LabOrderFile]", self._http.send(request))

    def get(
        self,
        id: str,
        file_id: str,
        *,
        timeout: float | None = None,
    ) -> LabOrderFileContent:
        """Read a file of a lab order.

        Returns the file with a new URL of its content. Available to the readers of the results: the doctor who ordered the tests, the addressed laboratory, the patient after the release, and administrators who opened the file of the patient.

        Scope: ``lab_orders:read``.

        :param id: The id of the lab order file.
        :param file_id: The id of the lab order file.
        """
        request = Request(
            "GET",
            "/api/lab-orders/{id}/files/{fileId}",
            values=(id, file_id,),
            take="labOrderFile",
            kind="LabOrderFileContent",
            timeout=timeout,
        )
        return cast("LabOrderFileContent", self._http.send(request))

    def remove(
        self,
        id: str,
        file_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Remove a file from a lab order.

        Only the user who uploaded a file can remove it, before the release. The content is deleted.

        Scope: ``lab_orders:write``.

        :param id: The id of the lab order file.
        :param file_id: The id of the lab order file.
        :raises Conflict: The lab order is RELEASED or CANCELLED.
        """
        request = Request(
            "DELETE",
            "/api/lab-orders/{id}/files/{fileId}",
            values=(id, file_id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))


class LabOrdersApi:
    def __init__(self, http: Http) -> None:
        self._http = http
        self.results = LabOrdersResultsApi(http)
        self.files = LabOrdersFilesApi(http)

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        status: Sequence[LabOrderStatus] | Unset = UNSET,
        patient_id: str | Unset = UNSET,
        doctor_id: str | Unset = UNSET,
        laboratory_id: str | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[LabOrder]:
        """List lab orders.

        Patients see their own lab orders, doctors and dentists the ones that they ordered, laboratories the ones that are addressed to them and not cancelled. Administrators see the lab orders of patients whose file they opened. Newest first.

        Scope: ``lab_orders:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param from_: Ordered at this time or later.
        :param to: Ordered before this time.
        """
        request = Request(
            "GET",
            "/api/lab-orders",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "status": status, "patientId": patient_id, "doctorId": doctor_id, "laboratoryId": laboratory_id, "from": from_, "to": to},
            take="labOrders",
            kind="LabOrder",
            timeout=timeout,
        )
        return self._http.pages(request)

    def submit(
        self,
        *,
        patient_id: str,
        tests: Sequence[str],
        appointment_id: str | Unset = UNSET,
        doctor_id: str | Unset = UNSET,
        laboratory_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> ChangedLabOrder:
        """Order lab tests.

        Doctors and dentists order in their own name. Administrators order in the name of `doctorId`, or by default of the doctor of the appointment, if any.

        Scope: ``lab_orders:write``.
        """
        request = Request(
            "POST",
            "/api/lab-orders",
            body=body_of({"patient_id": patient_id, "appointment_id": appointment_id, "doctor_id": doctor_id, "laboratory_id": laboratory_id, "tests": tests}, NAMES["SubmitLabOrder"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="labOrder",
            kind="ChangedLabOrder",
            timeout=timeout,
        )
        return cast("ChangedLabOrder", self._http.send(request))

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> LabOrder:
        """Read a lab order.

        Available to the patient, the doctor, the addressed laboratory, and administrators who opened the file of the patient.

        Scope: ``lab_orders:read``.

        :param id: The id of the lab order.
        """
        request = Request(
            "GET",
            "/api/lab-orders/{id}",
            values=(id,),
            take="labOrder",
            kind="LabOrder",
            timeout=timeout,
        )
        return cast("LabOrder", self._http.send(request))

    def update(
        self,
        id: str,
        *,
        status: LabOrderStatus,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> ChangedLabOrder:
        """Update the status of a lab order.

        A lab order goes from ORDERED to COLLECTED, IN_PROGRESS, RESULTS_READY and RELEASED, one step at a time; before RELEASED it may become CANCELLED. Its doctor, its laboratory and administrators set the status. RELEASED makes the results available to the patient, and alerts the doctor of critical values. Setting the current status changes nothing.

        Scope: ``lab_orders:write``.

        :param id: The id of the lab order.
        :raises Conflict: The current status does not allow it, or there are no results: details.state has from, to and the allowed statuses.
        """
        request = Request(
            "PUT",
            "/api/lab-orders/{id}",
            values=(id,),
            body=body_of({"status": status}, NAMES["UpdateLabOrder"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="labOrder",
            kind="ChangedLabOrder",
            timeout=timeout,
        )
        return cast("ChangedLabOrder", self._http.send(request))

    def cancel(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> ChangedLabOrder:
        """Cancel a lab order.

        Has the effect of `PUT /api/lab-orders/{id}` with the status CANCELLED. Its doctor, its laboratory and administrators can cancel it before it is RELEASED. Cancelling again changes nothing.

        Scope: ``lab_orders:write``.

        :param id: The id of the lab order.
        :raises Conflict: The lab order is RELEASED: details.state has from, to and the allowed statuses.
        """
        request = Request(
            "POST",
            "/api/lab-orders/{id}/cancel",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="labOrder",
            kind="ChangedLabOrder",
            timeout=timeout,
        )
        return cast("ChangedLabOrder", self._http.send(request))

    def choose_laboratory(
        self,
        id: str,
        *,
        laboratory_id: str | None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> ChangedLabOrder:
        """Choose the laboratory of a lab order.

        The patient, the doctor and administrators can choose while the lab order is ORDERED; null removes the laboratory. The laboratory sees the lab order and the patient’s name, birth date and sex; the previous laboratory no longer sees them. Patient and doctor are notified if another user chose.

        Scope: ``lab_orders:write``.

        :param id: The id of the lab order.
        :raises Conflict: The lab order is no longer ORDERED: details.state.
        """
        request = Request(
            "PUT",
            "/api/lab-orders/{id}/laboratory",
            values=(id,),
            body=body_of({"laboratory_id": laboratory_id}, NAMES["ChooseLaboratory"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="labOrder",
            kind="ChangedLabOrder",
            timeout=timeout,
        )
        return cast("ChangedLabOrder", self._http.send(request))

