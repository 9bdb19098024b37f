"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..._exchange import Request

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any, Literal

    from ..._http import AsyncHttp
    from ...pages import AsyncPages
    from ...records import File, Items, Meta, Unset
    from ..types import (
        SigningKey,
    )


class AsyncSigningKeysApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def replace(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> SigningKey:
        """Create or replace the signing key.

        Creates or replaces the signing key of the caller. The previous private key is destroyed; its signatures can still be verified.

        Scope: ``prescriptions:write``.
        """
        request = Request(
            "POST",
            "/api/signing-keys",
            keyed=True,
            idempotency_key=idempotency_key,
            take="signingKey",
            kind="SigningKey",
            timeout=timeout,
        )
        return cast("SigningKey", await self._http.send(request))

