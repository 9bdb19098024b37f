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
        GuestTokenRequest,
        IssueVideoToken,
        LinkCodeRequest,
        LinkTokenRequest,
    )
    from ..types import (
        IssueVideoTokenAnswer,
        IssueGuestTokenAnswer,
        IssueLinkTokenAnswer,
    )


class AsyncVideoApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def issue_token(
        self,
        *,
        appointment_id: str,
        identity: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> IssueVideoTokenAnswer:
        """Issue a token for the video room of an appointment.

        The user of `identity` can join within 15 minutes: send the token in the first message to `url`. An administrator may request a token for a participant.

        Scope: ``video:join``.

        :raises Conflict: The appointment is over or cancelled, or its room may not be joined now.
        """
        request = Request(
            "POST",
            "/api/video/token",
            body=body_of({"appointment_id": appointment_id, "identity": identity}, NAMES["IssueVideoToken"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="IssueVideoTokenAnswer",
            timeout=timeout,
        )
        return cast("IssueVideoTokenAnswer", await self._http.send(request))

    async def issue_guest_token(
        self,
        *,
        invitation: str,
        timeout: float | None = None,
    ) -> IssueGuestTokenAnswer:
        """Issue a token for the room that a guest is invited to.

        Takes the secret of an invitation instead of an access token; it can be used repeatedly while the invitation is valid. The response is the same as for `POST /api/video/token`.

        :raises Conflict: The appointment is over or cancelled, or its room may not be joined now.
        """
        request = Request(
            "POST",
            "/api/video/guest-token",
            body=body_of({"invitation": invitation}, NAMES["GuestTokenRequest"]),
            open=True,
            kind="IssueGuestTokenAnswer",
            timeout=timeout,
        )
        return cast("IssueGuestTokenAnswer", await self._http.send(request))

    async def issue_link_token(
        self,
        *,
        link: str,
        birth_date: str | Unset = UNSET,
        code: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> IssueLinkTokenAnswer:
        """Issue a token for the room that a link leads to.

        Takes the code of a join link instead of an access token. The response is the same as for `POST /api/video/token`.

        :raises Conflict: The appointment is over or cancelled, or its room may not be joined now.
        """
        request = Request(
            "POST",
            "/api/video/link-token",
            body=body_of({"link": link, "birth_date": birth_date, "code": code}, NAMES["LinkTokenRequest"]),
            open=True,
            kind="IssueLinkTokenAnswer",
            timeout=timeout,
        )
        return cast("IssueLinkTokenAnswer", await self._http.send(request))

    async def send_link_code(
        self,
        *,
        link: str,
        timeout: float | None = None,
    ) -> str | None:
        """Send the person of a link the code that the room asks for.

        Takes the code of a join link instead of an access token. Sends six digits to the telephone of the person, who enters them in the room. They stay the same until the room closes.

        :raises Conflict: The appointment is over or cancelled, or its room may not be joined now.
        """
        request = Request(
            "POST",
            "/api/video/link-code",
            body=body_of({"link": link}, NAMES["LinkCodeRequest"]),
            open=True,
            take="sentTo",
            kind=None,
            timeout=timeout,
        )
        return cast("str | None", await self._http.send(request))

