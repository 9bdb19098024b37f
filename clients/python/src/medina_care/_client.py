"""The client of an installation."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, cast

import httpx

from ._exchange import Hooks
from ._generated.async_resources import AsyncRootApi
from ._generated.resources import RootApi
from ._http import AsyncHttp, Http, file_at

if TYPE_CHECKING:
    from .records import File


class Medina(RootApi):
    """Create one for the process, because it holds the access token and the connections. Threads may share it."""

    def __init__(
        self,
        url: str,
        client_id: str,
        client_secret: str,
        *,
        scope: Sequence[str] | None = None,
        timeout: float | None = None,
        hooks: Hooks | None = None,
        user_agent: str | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        """
        :param url: the URL of the installation, such as ``https://api.clinic.example``
        :param scope: the scopes of the token; by default all that the client has
        :param timeout: seconds of each attempt; 30 by default
        :param user_agent: named in ``User-Agent``: ``nightly-report/2.1``
        :param http_client: instead of one of its own, for a proxy say
        """
        scopes = None if scope is None else tuple(scope)
        self._transport = Http(
            url, client_id, client_secret, scopes, timeout, hooks, user_agent, http_client=http_client
        )
        super().__init__(self._transport)

    def download(self, url: str, *, timeout: float | None = None) -> File:
        """Downloads a file from the ``url`` in a response, such as that of ``documents.generate``. Sends no access token."""
        return cast("File", self._transport.send(file_at(url, timeout)))

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> Medina:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncMedina(AsyncRootApi):
    """The client for asyncio and trio."""

    def __init__(
        self,
        url: str,
        client_id: str,
        client_secret: str,
        *,
        scope: Sequence[str] | None = None,
        timeout: float | None = None,
        hooks: Hooks | None = None,
        user_agent: str | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """The parameters are those of ``Medina``."""
        scopes = None if scope is None else tuple(scope)
        self._transport = AsyncHttp(
            url, client_id, client_secret, scopes, timeout, hooks, user_agent, http_client=http_client
        )
        super().__init__(self._transport)

    async def download(self, url: str, *, timeout: float | None = None) -> File:
        """Downloads a file from the ``url`` in a response, such as that of ``documents.generate``. Sends no access token."""
        return cast("File", await self._transport.send(file_at(url, timeout)))

    async def close(self) -> None:
        await self._transport.close()

    async def __aenter__(self) -> AsyncMedina:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
