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
        AskForGuardianship,
        ConfirmGuardianship,
        StateGuardianship,
    )
    from ..types import (
        AddressKind,
        GuardianKind,
        Guardianship,
    )


class AsyncGuardianshipsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        guardian_id: str | Unset = UNSET,
        dependant_id: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Guardianship]:
        """List the guardianships of the organisation.

        Includes ended guardianships. Newest first.

        Scope: ``patients:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/guardianships",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "guardianId": guardian_id, "dependantId": dependant_id},
            take="guardianships",
            kind="Guardianship",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def state(
        self,
        *,
        guardian_id: str,
        dependant_id: str,
        kind: GuardianKind,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Guardianship:
        """Record a guardianship.

        Call it after the organisation has seen the papers. The guardianship lasts until the dependant is 18 years old; for a carer, until it is ended. A guardian does not act for the dependants of a dependant. A guardian has at most 10 dependants.

        Scope: ``patients:write``.

        :raises Conflict: The guardian already acts for the dependant (details.guardianship.id), or has too many dependants (details.limit).
        """
        request = Request(
            "POST",
            "/api/guardianships",
            body=body_of({"guardian_id": guardian_id, "dependant_id": dependant_id, "kind": kind}, NAMES["StateGuardianship"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="guardianship",
            kind="Guardianship",
            timeout=timeout,
        )
        return cast("Guardianship", await self._http.send(request))

    async def request(
        self,
        *,
        dependant_id: str,
        kind: GuardianKind,
        address: AddressKind,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Request a guardianship for a patient who has a record.

        Sends the patient a code, with the name of the caller. The caller asks the patient for the code and sends it to `POST /api/guardianships/confirm` within 24 hours. The code is sent only if the patient has an account and has confirmed the address themselves, the caller does not have the same address, and the staff has not changed an address of the patient in the last seven days. If the patient or the organisation has ended a guardianship of the two, only the organisation can record the next one. The answer does not reveal whether the patient or the address exists.

        Scope: ``patients:write``.
        """
        request = Request(
            "POST",
            "/api/guardianships/requests",
            body=body_of({"dependant_id": dependant_id, "kind": kind, "address": address}, NAMES["AskForGuardianship"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", await self._http.send(request))

    async def confirm(
        self,
        *,
        dependant_id: str,
        kind: GuardianKind,
        address: AddressKind,
        code: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Guardianship:
        """Confirm a guardianship with the code of the patient.

        For the caller who requested the code. A code allows five tries. The guardianship counts as verified, by the dependant.

        Scope: ``patients:write``.

        :raises Conflict: The caller already acts for the patient (details.guardianship.id), or has too many dependants (details.limit).
        """
        request = Request(
            "POST",
            "/api/guardianships/confirm",
            body=body_of({"dependant_id": dependant_id, "kind": kind, "address": address, "code": code}, NAMES["ConfirmGuardianship"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="guardianship",
            kind="Guardianship",
            timeout=timeout,
        )
        return cast("Guardianship", await self._http.send(request))

    async def verify(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Guardianship:
        """Verify a guardianship that the guardian registered.

        Call it after the organisation has seen the papers. Verifying again changes nothing.

        Scope: ``patients:write``.

        :param id: The id of the guardianship.
        :raises Conflict: The guardianship has ended.
        """
        request = Request(
            "POST",
            "/api/guardianships/{id}/verify",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="guardianship",
            kind="Guardianship",
            timeout=timeout,
        )
        return cast("Guardianship", await self._http.send(request))

    async def end(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """End a guardianship.

        For the guardian, the dependant, an administrator or the front desk. Within a second, the former guardian can no longer act for the dependant, is removed from the rooms of their appointments, and receives no more of their events.

        Scope: ``patients:write``.

        :param id: The id of the guardianship.
        """
        request = Request(
            "DELETE",
            "/api/guardianships/{id}",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", await self._http.send(request))

