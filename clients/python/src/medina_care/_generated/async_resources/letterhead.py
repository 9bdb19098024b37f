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
        NewIdentifier,
        UpdateLetterhead,
    )
    from ..types import (
        Letterhead,
    )


class AsyncLetterheadApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def get(
        self,
        *,
        timeout: float | None = None,
    ) -> Letterhead:
        """Read the letterhead.

        All users of the organisation can read it. Until a letterhead is set, only `name` has a value: the organisation’s name.

        Scope: ``documents:read``.
        """
        request = Request(
            "GET",
            "/api/letterhead",
            take="letterhead",
            kind="Letterhead",
            timeout=timeout,
        )
        return cast("Letterhead", await self._http.send(request))

    async def update(
        self,
        *,
        name: str | Unset = UNSET,
        name_ar: str | None | Unset = UNSET,
        address: str | None | Unset = UNSET,
        address_ar: str | None | Unset = UNSET,
        city: str | None | Unset = UNSET,
        city_ar: str | None | Unset = UNSET,
        phone: str | None | Unset = UNSET,
        email: str | None | Unset = UNSET,
        identifiers: Sequence[NewIdentifier] | Unset = UNSET,
        color: str | Unset = UNSET,
        logo_svg: str | None | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Letterhead:
        """Update the letterhead.

        Absent fields stay unchanged; null clears a field. Existing documents stay unchanged. Prescriptions are printed with the letterhead at the time of their signature.

        Scope: ``documents:write``.
        """
        request = Request(
            "PUT",
            "/api/letterhead",
            body=body_of({"name": name, "name_ar": name_ar, "address": address, "address_ar": address_ar, "city": city, "city_ar": city_ar, "phone": phone, "email": email, "identifiers": identifiers, "color": color, "logo_svg": logo_svg}, NAMES["UpdateLetterhead"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="letterhead",
            kind="Letterhead",
            timeout=timeout,
        )
        return cast("Letterhead", await self._http.send(request))

