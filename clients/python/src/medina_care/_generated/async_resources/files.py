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


class AsyncFilesApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def fetch(
        self,
        tenant: str,
        subject: str,
        name: str,
        *,
        expires: str,
        signature: str,
        timeout: float | None = None,
    ) -> File:
        """Fetch a file.

        Use the signed URL returned by another operation, unchanged. It needs no token and expires after 15 minutes. Where files are stored in a bucket, URLs point to the bucket instead.

        :param expires: Unix time at which the URL expires.
        """
        request = Request(
            "GET",
            "/files/{tenant}/{subject}/{name}",
            values=(tenant, subject, name,),
            query={"expires": expires, "signature": signature},
            open=True,
            kind="file",
            timeout=timeout,
        )
        return cast("File", await self._http.send(request))

