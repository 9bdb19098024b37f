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

        Returns the requests of the last 7 days with their status and invalid fields, but without bodies, values and personal data. Refused requests (401, 429, malformed) are included if their client is known. A client reads its own requests. An administrator with the scope `clients:manage` reads the requests of every client of the organisation. Requests of browsers are not included.

        By default the list is newest first; page with `cursor`. With `after` it is oldest first, to follow the log. Start with `after=start`, and continue with the `nextCursor` of each response, which is always present. Requests appear after 5 seconds, and none is skipped.

        With `wait`, a call that finds no request waits until one appears, and returns an empty page if none appears in time. It counts once against the rate limit. At most 5 calls of a client can wait at a time, for requests or events; a further call gets 429 with `Retry-After`.

        An entry is written about a second after the answer; a crash of a server may lose the entries of that second. Successful calls of this operation are not listed.

        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page.
        :param after: Oldest first, after this position: `start`, the id of a request, or a `nextCursor`.
        :param wait: Seconds to wait for a request if there is none. Only with `after`.
        :param status: A status such as 404, or a class such as 4xx.
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

