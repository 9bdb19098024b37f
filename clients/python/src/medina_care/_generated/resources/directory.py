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

