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
        ClientScopes,
        CreateClient,
        HandOverClient,
        RotateClientSecret,
        UpdateClient,
    )
    from ..types import (
        Client,
        ClientStatus,
        CreateClientAnswer,
        RotateClientSecretAnswer,
        HandOverClientAnswer,
    )


class AsyncClientsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Client]:
        """List clients.

        All clients of the organisation, including disabled ones. Newest first.

        Scope: ``clients:manage``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/clients",
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="clients",
            kind="Client",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def create(
        self,
        *,
        name: str,
        acts_as: str,
        scopes: ClientScopes,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> CreateClientAnswer:
        """Create a client.

        A client acts as one user of the organisation. If that user is not the caller, the client is refused every operation until the user allows it in their own session; the user and the other administrators are notified. A doctor or dentist also decides whether the client may sign and issue. Give a client only the scopes that it needs. You can give only scopes of your own token.

        Scope: ``clients:manage``.
        """
        request = Request(
            "POST",
            "/api/clients",
            body=body_of({"name": name, "acts_as": acts_as, "scopes": scopes}, NAMES["CreateClient"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="CreateClientAnswer",
            timeout=timeout,
        )
        return cast("CreateClientAnswer", await self._http.send(request))

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Client:
        """Read a client.

        Does not return the secret, which was shown once.

        Scope: ``clients:manage``.

        :param id: The id of the client.
        """
        request = Request(
            "GET",
            "/api/clients/{id}",
            values=(id,),
            take="client",
            kind="Client",
            timeout=timeout,
        )
        return cast("Client", await self._http.send(request))

    async def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        scopes: ClientScopes | Unset = UNSET,
        status: ClientStatus | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Client:
        """Update a client.

        Changes the name, the scopes or the status. Absent fields keep their values. A removed scope is removed from the client’s tokens within a second. An added scope ends the client’s permission to sign, and also its permission to act unless its user adds the scope. Disabling a client revokes all its tokens permanently.

        Scope: ``clients:manage``.

        :param id: The id of the client.
        :raises Conflict: A client cannot disable itself or remove its own scope `clients:manage`. A client that its user ended cannot be enabled.
        """
        request = Request(
            "PUT",
            "/api/clients/{id}",
            values=(id,),
            body=body_of({"name": name, "scopes": scopes, "status": status}, NAMES["UpdateClient"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="client",
            kind="Client",
            timeout=timeout,
        )
        return cast("Client", await self._http.send(request))

    async def rotate_secret(
        self,
        id: str,
        *,
        grace_hours: int | Unset = UNSET,
        revoke_tokens: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> RotateClientSecretAnswer:
        """Rotate the secret of a client.

        The new secret is valid at once. The current secret stays valid until the grace period ends, so that there is no interruption. After a leak, use `graceHours: 0`, which also ends unused credential links, and `revokeTokens: true`. A new secret ends the client’s permission to sign. If a user other than the client’s user rotates the secret, tokens of the new secret are refused until the client’s user, who is notified, allows them; tokens of the current secret still work.

        Scope: ``clients:manage``.

        :param id: The id of the client.
        :raises Conflict: A rotation is in progress: two secrets are already valid. Wait until the older one has expired, or end both with `graceHours: 0`.
        """
        request = Request(
            "POST",
            "/api/clients/{id}/rotate-secret",
            values=(id,),
            body=body_of({"grace_hours": grace_hours, "revoke_tokens": revoke_tokens}, NAMES["RotateClientSecret"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="RotateClientSecretAnswer",
            timeout=timeout,
        )
        return cast("RotateClientSecretAnswer", await self._http.send(request))

    async def hand_over(
        self,
        id: str,
        *,
        grace_hours: int | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> HandOverClientAnswer:
        """Create a credential link.

        The link shows the client’s id and a new secret once, to the person who will operate the client. The secret is created when the link is used; until then nothing changes. A new link ends the previous one.

        Scope: ``clients:manage``.

        :param id: The id of the client.
        :raises Conflict: The client is disabled.
        """
        request = Request(
            "POST",
            "/api/clients/{id}/handover",
            values=(id,),
            body=body_of({"grace_hours": grace_hours}, NAMES["HandOverClient"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="HandOverClientAnswer",
            timeout=timeout,
        )
        return cast("HandOverClientAnswer", await self._http.send(request))

