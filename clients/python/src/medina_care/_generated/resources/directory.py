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
        PublicDoctor,
        VisitMode,
        ListPublicSlotsAnswer,
    )


class DirectoryApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        city: str | Unset = UNSET,
        specialty: str | Unset = UNSET,
        languages: str | Unset = UNSET,
        is_tele: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[PublicDoctor]:
        """List the public directory of doctors and dentists.

        Returns the verified practitioners of the whole installation, best rated first. Responses have an `ETag` and can be cached for 30 s; a request with `If-None-Match` gets 304 if nothing changed. Empty filters are ignored.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param city: In French, Arabic or another usual spelling. Case and accents are ignored: `fes`, `FÈS` and `فاس` are the same city.
        :param specialty: In French, Arabic or English. Case and accents are ignored.
        :param languages: Comma-separated language codes; matches doctors who speak any of them.
        :param is_tele: Whether the doctor offers video consultations.
        """
        request = Request(
            "GET",
            "/api/public/doctors",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "city": city, "specialty": specialty, "languages": languages, "isTele": is_tele},
            open=True,
            take="doctors",
            kind="PublicDoctor",
            timeout=timeout,
        )
        return self._http.pages(request)

    def slots(
        self,
        *,
        doctor_id: str | Unset = UNSET,
        city: str | Unset = UNSET,
        specialty: str | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        first: bool | Unset = UNSET,
        visit_type_id: str | Unset = UNSET,
        mode: VisitMode | Unset = UNSET,
        languages: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> ListPublicSlotsAnswer:
        """Search free slots in the public directory.

        The slots that patients can book, of verified professionals of the whole installation, earliest first. Responses can be cached for 30 s.

        :param doctor_id: Required unless city or specialty is given.
        :param city: City of the place, in French, Arabic or another usual spelling.
        :param specialty: Specialty of the professional, in French, Arabic or English.
        :param from_: Start at or after this time; by default now.
        :param to: Start before this time, at most 62 days after `from`; by default 30 days.
        :param first: Only the first free slot of each professional. Always so without `doctorId`.
        :param mode: Only visits in this mode.
        :param languages: Comma-separated language codes; matches doctors who speak any of them.
        """
        request = Request(
            "GET",
            "/api/public/slots",
            query={"doctorId": doctor_id, "city": city, "specialty": specialty, "from": from_, "to": to, "first": first, "visitTypeId": visit_type_id, "mode": mode, "languages": languages},
            open=True,
            kind="ListPublicSlotsAnswer",
            timeout=timeout,
        )
        return cast("ListPublicSlotsAnswer", self._http.send(request))

