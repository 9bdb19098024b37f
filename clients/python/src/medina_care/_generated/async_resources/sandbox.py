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
        MoveClock,
        TriggerEvent,
    )
    from ..types import (
        Channel,
        EventKind,
        KeptMessage,
        TriggeredEvent,
        MoveClockAnswer,
    )


class AsyncSandboxApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    def list_messages(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        recipient_user_id: str | Unset = UNSET,
        channel: Channel | Unset = UNSET,
        about: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[KeptMessage]:
        """List the sandbox’s outbox.

        The sandbox stores messages instead of sending them. Returns each message as it would be sent, once for each channel that was tried. Administrators see all messages of the organisation, other users the messages sent to them. Newest first. Only in the sandbox; 404 in production.

        Scope: ``notifications:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param about: The id of a related record, for example an appointment.
        """
        request = Request(
            "GET",
            "/api/sandbox/messages",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "recipientUserId": recipient_user_id, "channel": channel, "about": about},
            take="messages",
            kind="KeptMessage",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def reset(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> datetime:
        """Reset the sandbox.

        Resets the organisation of the token to its seed data in one transaction. Appointments, prescriptions, payments and messages are deleted, rooms are closed, and the test clock returns to real time. Users, clients with their tokens, and webhooks are kept. Any token may call it. The seeded organisations are also reset every Sunday at 00:00 UTC. Not available in production.
        """
        request = Request(
            "POST",
            "/api/sandbox/reset",
            keyed=True,
            idempotency_key=idempotency_key,
            take="resetAt",
            kind="time",
            timeout=timeout,
        )
        return cast("datetime", await self._http.send(request))

    async def get_clock(
        self,
        *,
        timeout: float | None = None,
    ) -> datetime:
        """Read the test clock.

        Returns the current time of the sandbox. Not available in production.
        """
        request = Request(
            "GET",
            "/api/sandbox/clock",
            take="now",
            kind="time",
            timeout=timeout,
        )
        return cast("datetime", await self._http.send(request))

    async def move_clock(
        self,
        *,
        now: datetime | Unset = UNSET,
        advance_sec: int | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MoveClockAnswer:
        """Move the test clock forward.

        Moves the clock by a number of seconds or to a given time, for every organisation of the installation. Before the response, the scheduled jobs of the skipped time run in order, and their messages and webhooks are sent.

        A week takes seconds, a year a minute or two. One call runs for at most 20 seconds. If it does not reach its goal by then, `goal` is later than `now`: obtain a new token and call again with `{"now": goal}`. The goal may be at most ten years ahead of real time.

        Only one call moves the clock at a time; overlapping calls add up. A call that waits for another call for more than 10 seconds gets 503 with `Retry-After` and moves nothing. A reset returns the clock to real time. Not available in production.

        :raises Conflict: The clock is already at a later time (details.now), or the sandbox was reset meanwhile.
        """
        request = Request(
            "POST",
            "/api/sandbox/clock",
            body=body_of({"now": now, "advance_sec": advance_sec}, NAMES["MoveClock"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="MoveClockAnswer",
            timeout=timeout,
        )
        return cast("MoveClockAnswer", await self._http.send(request))

    async def trigger(
        self,
        *,
        event: EventKind,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Items[TriggeredEvent]:
        """Trigger an event.

        Performs the actions that cause an event of this kind, with a fictitious doctor and patient of the organisation and new records. For example, it books and cancels an appointment, signs a prescription, publishes a critical lab result, or pays and refunds an invoice. Webhooks and messages are sent as usual. Returns all events that were recorded, in order: `appointment.cancelled` is preceded by `appointment.created`. An organisation without a doctor or patient gets fictitious ones. The call can be repeated. Not available in production.
        """
        request = Request(
            "POST",
            "/api/sandbox/trigger",
            body=body_of({"event": event}, NAMES["TriggerEvent"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="events",
            kind=["TriggeredEvent"],
            timeout=timeout,
        )
        return cast("Items[TriggeredEvent]", await self._http.send(request))

