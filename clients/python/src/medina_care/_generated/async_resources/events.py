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
        Event,
        EventKind,
        ReadEventAnswer,
    )


class AsyncEventsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    def list(
        self,
        *,
        event: Sequence[EventKind] | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        subject_id: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        after: str | Unset = UNSET,
        wait: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Event]:
        """List events.

        Returns the events that the caller may read: their kind requires a scope that the token holds, and they concern the caller's user (administrators see all users' events).

        By default the list is newest first; page with `cursor`. With `after` it is oldest first, to read all events and then poll for more. Start with `after=start` or the id of the last event you have, and continue with the `nextCursor` of each response, which is always present, even on empty pages. No event is skipped: an event appears once all earlier events are committed. A page with fewer than `pageSize` entries is not necessarily the last.

        With `wait`, a call that finds no event waits until one appears, and returns an empty page if none appears in time. It counts once against the rate limit. At most 5 calls of a client can wait at a time; a further call gets 429 with `Retry-After`. A call may return an empty page early, for example when its server stops: call again.

        A search that takes too long is refused with 422: narrow `from` and `to`.

        Scope: ``webhooks:manage``.

        :param from_: Events at this time or later.
        :param to: Events before this time.
        :param subject_id: Events of one record, such as an appointment.
        :param cursor: The `nextCursor` of the previous page.
        :param after: Oldest first, after this position: `start`, the id of an event, or the `nextCursor` of the previous response.
        :param wait: Seconds to wait for an event if there is none. Only with `after`.
        :param page_size: Records per page.
        """
        request = Request(
            "GET",
            "/api/events",
            query={"event": event, "from": from_, "to": to, "subjectId": subject_id, "cursor": cursor, "after": after, "wait": wait, "pageSize": page_size},
            take="events",
            kind="Event",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> ReadEventAnswer:
        """Read an event.

        Returns the event in the bytes that were sent, with its deliveries to webhooks that the caller manages.

        Scope: ``webhooks:manage``.

        :param id: The id of the event.
        """
        request = Request(
            "GET",
            "/api/events/{id}",
            values=(id,),
            kind="ReadEventAnswer",
            timeout=timeout,
        )
        return cast("ReadEventAnswer", await self._http.send(request))

