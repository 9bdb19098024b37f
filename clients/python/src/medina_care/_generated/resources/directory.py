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
        """List doctors and dentists publicly.

        The verified practitioners of the whole installation, best rated first. Responses have an `ETag` and may be cached for 30 s; a request with `If-None-Match` gets 304 if nothing changed. Empty filters are ignored.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
        :param city: In French, Arabic or another usual spelling, without regard to case and accents: `fes`, `FÈS` and `فاس` are equal.
        :param specialty: In French, Arabic or English, without regard to case and accents.
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

