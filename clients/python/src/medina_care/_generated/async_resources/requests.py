"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..._exchange import Request
from ...records import UNSET

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any, Literal

    from ..._http import AsyncHttp
    from ...pages import AsyncPages
    from ...records import File, Items, Meta, Unset
    from ..types import (
        LoggedRequest,
    )


class AsyncRequestsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    def list(
        self,
        *,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        after: str | Unset = UNSET,
        wait: int | Unset = UNSET,
        client_id: str | Unset = UNSET,
        status: str | Unset = UNSET,
        operation: str | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[LoggedRequest]:
        """List requests of clients.

        The requests of the last 7 days with status and the fields at fault, refused ones (401, 429, malformed) included where their client is known; no bodies, values or people. A client reads its own; an administrator whose client has the scope `clients:manage` reads those of every client of the organisation. Requests of browsers are not included. Newest first, paged with `cursor`. With `after`: oldest first, to follow the log: start with `after=start`, continue with the `nextCursor` of each answer, which is always present; requests appear after 5 seconds and none is skipped. With `wait` too, a call that finds none is held until one appears, and is answered with an empty page if none does in time; it counts once against the rate limit. At most 5 calls of a client wait at a time, for requests or events; another one gets 429 with `Retry-After`. An entry is written about a second after its answer; a crash of a server may lose that second. Successful calls of this operation are not listed.

        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page.
        :param after: `start`, the id of a request or a `nextCursor`: the following ones, oldest first.
        :param wait: Seconds to wait for a request if there is none. Only with `after`.
        :param status: A status, or a class of them.
        :param from_: At or after this time.
        :param to: Before this time.
        """
        request = Request(
            "GET",
            "/api/requests",
            query={"pageSize": page_size, "cursor": cursor, "after": after, "wait": wait, "clientId": client_id, "status": status, "operation": operation, "from": from_, "to": to},
            take="requests",
            kind="LoggedRequest",
            timeout=timeout,
        )
        return self._http.pages(request)

