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

        Sends a link to the address, valid once and for seven days. On its page, the person chooses a password or, if the address has an account, enters the password of that account. They then become a user of the organisation with this name and role. Their memberships in other organisations do not change, and are not shown here. An administrator of the organisation who has no password, such as the first one, can be invited to choose one. Only administrators in their own session can invite an administrator; the other administrators are notified. An address gets at most 3 links in an hour and 10 in a day; further calls get 429.

        Scope: ``users:write``.

        :raises Conflict: The organisation already has a user with a password, or an open invitation, for this address.
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
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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

        Sends a new link, valid for seven days. The earlier link no longer works. An address gets at most 3 links in an hour and 10 in a day; further calls get 429.

        Scope: ``users:write``.

        :param id: The id of the invitation.
        :raises Conflict: The invitation was accepted or revoked.
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

        The link no longer works. Revoking again changes nothing.

        Scope: ``users:write``.

        :param id: The id of the invitation.
        :raises Conflict: The invitation was accepted. Disable the user instead.
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

