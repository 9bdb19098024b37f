"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..._exchange import Request
from ...records import UNSET

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any, Literal

    from ..._http import Http
    from ...pages import Pages
    from ...records import File, Items, Meta, Unset
    from ..types import (
        AuditEntry,
        AuditVerification,
    )


class AuditApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        patient_id: str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        client_id: str | Unset = UNSET,
        operation: str | Unset = UNSET,
        outcome: str | Unset = UNSET,
        subject_id: str | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[AuditEntry]:
        """List audit entries.

        Administrators only. Returns every read and write of patient data and every refusal in the organisation, newest first. Use `patientId` to see who accessed a patient's file. A search that examines too many entries is refused with 422: narrow `from` and `to`. Entries of recalls reveal a long-term condition, so they name the patient, and are found by patient, only if you have opened that patient's file. Reading this list adds an entry.

        Scope: ``audit:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param patient_id: Entries that showed or changed data of this patient.
        :param from_: At or after this time.
        :param to: Before this time.
        """
        request = Request(
            "GET",
            "/api/audit",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "patientId": patient_id, "userId": user_id, "clientId": client_id, "operation": operation, "outcome": outcome, "subjectId": subject_id, "from": from_, "to": to},
            take="audit",
            kind="AuditEntry",
            timeout=timeout,
        )
        return self._http.pages(request)

    def verify(
        self,
        *,
        cursor: str | Unset = UNSET,
        kept_since: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> AuditVerification:
        """Verify the chain of the audit log.

        Administrators only. Each call verifies the next ten seals, at most about 10,000 entries: that no seal and no sealed entry was changed or removed. Call again with `cursor` until `nextCursor` is null. Entries that are in no seal and recorded heads are checked by the operator’s command `npm run verify-audit`. Each call adds an entry.

        Scope: ``audit:read``.

        :param cursor: The `nextCursor` of the previous page.
        :param kept_since: Entries before this time may be missing, because the operator dropped them.
        """
        request = Request(
            "GET",
            "/api/audit/verification",
            query={"cursor": cursor, "keptSince": kept_since},
            take="verification",
            kind="AuditVerification",
            timeout=timeout,
        )
        return cast("AuditVerification", self._http.send(request))

