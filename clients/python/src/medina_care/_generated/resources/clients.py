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

    from ..._http import Http
    from ...pages import Pages
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


class ClientsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Client]:
        """List clients.

        All clients of the organisation, including disabled ones. Newest first.

        Scope: ``clients:manage``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
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

    def create(
        self,
        *,
        name: str,
        acts_as: str,
        scopes: ClientScopes,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> CreateClientAnswer:
        """Create a client.

        A client acts as one user of the organisation. Unless that is the caller, it is refused every operation until the user allows it in their own session; the user and the other administrators get a message. A doctor or dentist also decides whether it may sign and issue. Give it only the scopes that it needs; you can give only scopes of your own token.

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
        return cast("CreateClientAnswer", self._http.send(request))

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Client:
        """Read a client.

        Never with its secret, which was shown once.

        Scope: ``clients:manage``.

        :param id: Which client.
        """
        request = Request(
            "GET",
            "/api/clients/{id}",
            values=(id,),
            take="client",
            kind="Client",
            timeout=timeout,
        )
        return cast("Client", self._http.send(request))

    def update(
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
        """Rename a client, change its scopes, disable or enable it.

        Absent fields keep their values. Removed scopes are removed from its tokens within a second. An added scope ends its permission to sign, and, unless its user adds it, to act. Disabling a client revokes all its tokens permanently.

        Scope: ``clients:manage``.

        :param id: Which client.
        :raises Conflict: A client cannot disable itself or remove its own `clients:manage` scope. A client that its user ended cannot be enabled.
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
        return cast("Client", self._http.send(request))

    def rotate_secret(
        self,
        id: str,
        *,
        grace_hours: int | Unset = UNSET,
        revoke_tokens: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> RotateClientSecretAnswer:
        """Rotate the secret of a client.

        The new secret is valid at once, and the present one until the grace period ends, so that there is no interruption. After a leak use `graceHours: 0`, which also ends unused credential links, with `revokeTokens: true`. A new secret ends the client’s permission to sign. If another user rotates it, tokens of the new secret are refused until the client’s user allows it, of which they get a message; those of the present secret go on.

        Scope: ``clients:manage``.

        :param id: Which client.
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
        return cast("RotateClientSecretAnswer", self._http.send(request))

    def hand_over(
        self,
        id: str,
        *,
        grace_hours: int | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> HandOverClientAnswer:
        """Create a credential link.

        For the person who will run the client: the link shows them the client’s id and a new secret, once. The secret is created when the link is used; until then nothing changes. A new link ends the previous one.

        Scope: ``clients:manage``.

        :param id: Which client.
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
        return cast("HandOverClientAnswer", self._http.send(request))

