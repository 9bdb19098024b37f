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
        TokenNamed,
        TokenRequest,
    )
    from ..types import (
        Introspection,
        JsonWebKey,
        TokenAnswer,
        ReadServerMetadataAnswer,
    )


class AsyncTokensApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def issue(
        self,
        *,
        grant_type: str,
        client_id: str | Unset = UNSET,
        client_secret: str | Unset = UNSET,
        scope: str | Unset = UNSET,
        refresh_token: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> TokenAnswer:
        """Obtain an access token.

        Authenticate with the client's id and secret, in the body or with HTTP Basic. Scopes that the client may not have are omitted; `scope` lists the granted scopes. A refresh token is valid for one refresh, which can only narrow the scope. Later reuse revokes its whole token family.
        """
        request = Request(
            "POST",
            "/api/auth/token",
            body=body_of({"grant_type": grant_type, "client_id": client_id, "client_secret": client_secret, "scope": scope, "refresh_token": refresh_token}, NAMES["TokenRequest"]),
            open=True,
            kind="TokenAnswer",
            timeout=timeout,
        )
        return cast("TokenAnswer", await self._http.send(request))

    async def revoke(
        self,
        *,
        token: str,
        client_id: str | Unset = UNSET,
        client_secret: str | Unset = UNSET,
        token_type_hint: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Meta:
        """Revoke a token.

        Revokes an access token, or a refresh token with its whole token family (RFC 7009). An unknown token is not an error.
        """
        request = Request(
            "POST",
            "/api/auth/revoke",
            body=body_of({"client_id": client_id, "client_secret": client_secret, "token": token, "token_type_hint": token_type_hint}, NAMES["TokenNamed"]),
            open=True,
            take="",
            timeout=timeout,
        )
        return cast("Meta", await self._http.send(request))

    async def introspect(
        self,
        *,
        token: str,
        client_id: str | Unset = UNSET,
        client_secret: str | Unset = UNSET,
        token_type_hint: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Introspection:
        """Introspect a token.

        Returns the state of the client's own token (RFC 7662). Other tokens are reported as `active: false`.
        """
        request = Request(
            "POST",
            "/api/auth/introspect",
            body=body_of({"client_id": client_id, "client_secret": client_secret, "token": token, "token_type_hint": token_type_hint}, NAMES["TokenNamed"]),
            open=True,
            kind="Introspection",
            timeout=timeout,
        )
        return cast("Introspection", await self._http.send(request))

    async def list_keys(
        self,
        *,
        timeout: float | None = None,
    ) -> Items[JsonWebKey]:
        """Read the public keys that verify access tokens.

        May be cached for 5 minutes (RFC 7517).
        """
        request = Request(
            "GET",
            "/.well-known/jwks.json",
            open=True,
            take="keys",
            kind=["JsonWebKey"],
            timeout=timeout,
        )
        return cast("Items[JsonWebKey]", await self._http.send(request))

    async def get_metadata(
        self,
        *,
        timeout: float | None = None,
    ) -> ReadServerMetadataAnswer:
        """Read the OAuth server metadata.

        May be cached for 5 minutes (RFC 8414).
        """
        request = Request(
            "GET",
            "/.well-known/oauth-authorization-server",
            open=True,
            kind="ReadServerMetadataAnswer",
            timeout=timeout,
        )
        return cast("ReadServerMetadataAnswer", await self._http.send(request))

