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
        CreateInvitation,
    )
    from ..types import (
        InvitableRole,
        Invitation,
        Language,
    )


class AsyncInvitationsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def create(
        self,
        *,
        email: str,
        name: str,
        role: InvitableRole,
        licence_checked: bool | Unset = UNSET,
        language: Language | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Invitation:
        """Invite a person to the organisation.

        Sends a link to this address, valid once and for seven days. There the person chooses a password, or proves with their password that the account of this address is theirs. They then are a user of the organisation with this name and role; their memberships in other organisations stay as they are and are not shown here. An administrator of the organisation without a password, such as its first one, chooses it in the same way. Only administrators in their own session invite an administrator, of which the others are notified. An address gets at most 3 links in an hour and 10 in a day, then 429.

        Scope: ``users:write``.

        :raises Conflict: The organisation has a user with a password, or an open invitation, with this address.
        """
        request = Request(
            "POST",
            "/api/invitations",
            body=body_of({"email": email, "name": name, "role": role, "licence_checked": licence_checked, "language": language}, NAMES["CreateInvitation"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="invitation",
            kind="Invitation",
            timeout=timeout,
        )
        return cast("Invitation", await self._http.send(request))

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Invitation]:
        """List invitations.

        Newest first.

        Scope: ``users:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/invitations",
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="invitations",
            kind="Invitation",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def resend(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Invitation:
        """Send an invitation again.

        With a new link, valid for seven days. The earlier link ends. An address gets at most 3 links in an hour and 10 in a day, then 429.

        Scope: ``users:write``.

        :param id: Which invitation.
        :raises Conflict: It was accepted or revoked.
        """
        request = Request(
            "POST",
            "/api/invitations/{id}/resend",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="invitation",
            kind="Invitation",
            timeout=timeout,
        )
        return cast("Invitation", await self._http.send(request))

    async def revoke(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Invitation:
        """Revoke an invitation.

        Its link ends. Revoking again changes nothing.

        Scope: ``users:write``.

        :param id: Which invitation.
        :raises Conflict: It was accepted: disable the user instead.
        """
        request = Request(
            "POST",
            "/api/invitations/{id}/revoke",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="invitation",
            kind="Invitation",
            timeout=timeout,
        )
        return cast("Invitation", await self._http.send(request))

