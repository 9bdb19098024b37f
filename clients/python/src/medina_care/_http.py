"""Carries out calls: blocking with ``Http``, asynchronously with ``AsyncHttp``."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, TypeVar

import anyio
import httpx

from ._exchange import Hooks, NeedsToken, Request, Sent, Steps, Token, Waits, exchange, failure, json_of, meta_of
from ._version import VERSION
from .errors import MedinaError
from .pages import AsyncPages, Page, Pages, page_of
from .records import File, Items, read, record_class

_RENEWED_BEFORE = 60
"""Seconds. Tokens are renewed this long before they expire, so that none expires in transit."""
_TIMEOUT = 30.0

T = TypeVar("T")


class _Shared:
    def __init__(
        self,
        url: str,
        client_id: str,
        client_secret: str,
        scope: tuple[str, ...] | None,
        timeout: float | None,
        hooks: Hooks | None,
        user_agent: str | None,
    ) -> None:
        self._url = url.rstrip("/")
        self._timeout = _TIMEOUT if timeout is None else timeout
        self._hooks = hooks or Hooks()
        own = f"medina-care-python/{VERSION} python/{sys.version.split()[0]}"
        self._user_agent = f"{user_agent} {own}" if user_agent else own
        self._token: tuple[str, float] | None = None
        body = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
        if scope is not None:
            body["scope"] = " ".join(scope)
        self._token_request = Request("POST", "/api/auth/token", body=body, open=True)

    def _steps(self, request: Request) -> Steps:
        return exchange(request, self._url, self._user_agent, self._timeout, self._hooks)

    def _known_token(self, refused: str | None) -> Token | None:
        if self._token and self._token[0] != refused and self._token[1] - _RENEWED_BEFORE > time.monotonic():
            return Token(self._token[0], is_new=False)
        return None

    def _keep_token(self, response: httpx.Response) -> Token:
        answer = response.json()
        self._token = (answer["access_token"], time.monotonic() + answer["expires_in"])
        return Token(answer["access_token"], is_new=True)


def _result(request: Request, response: httpx.Response) -> Any:
    meta = meta_of(response)
    if request.take == "":
        return meta
    if request.kind == "file":
        file = File(response.content)
        file.meta = meta
        return file
    answer = json_of(response)
    value = answer if request.take is None else answer[request.take]
    if isinstance(value, list):
        items: Items[Any] = Items(read(value, request.kind))
        items.meta = meta
        return items
    if isinstance(request.kind, str) and isinstance(value, dict):
        return record_class(request.kind, value)(value, meta)
    return read(value, request.kind)


class Http(_Shared):
    def __init__(self, *settings: Any, http_client: httpx.Client | None = None) -> None:
        super().__init__(*settings)
        self._client = http_client or httpx.Client()
        self._owns_client = http_client is None
        self._lock = threading.Lock()

    def send(self, request: Request) -> Any:
        return _result(request, self._answer(request))

    def pages(self, request: Request) -> Pages[Any]:
        def fetch(query: Mapping[str, Any]) -> Page[Any]:
            asked = Request(**{**request.__dict__, "query": query})
            return page_of(self._answer(asked), request.take or "", request.kind, query)

        return Pages(fetch, request.query)

    def _answer(self, request: Request) -> httpx.Response:
        steps = self._steps(request)
        outcome: Any = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                response: httpx.Response = end.value
                return response
            if isinstance(step, NeedsToken):
                outcome = self._get_token(step.refused)
            elif isinstance(step, Sent):
                outcome = self._send(step)
            else:
                time.sleep(step.seconds)
                outcome = None

    def _get_token(self, refused: str | None) -> Token:
        known = self._known_token(refused)
        if known:
            return known
        with self._lock:  # concurrent calls share one request
            fetched = self._known_token(refused)
            if fetched:
                return Token(fetched.value, is_new=True)
            return self._keep_token(self._answer(self._token_request))

    def _send(self, sent: Sent) -> httpx.Response | MedinaError:
        until = time.monotonic() + sent.timeout
        try:
            asked = self._client.build_request(
                sent.method, sent.url, headers=sent.headers, content=sent.content, timeout=sent.timeout
            )
            response = self._client.send(asked, stream=True)
            try:
                return _whole(response, _within(response.iter_bytes(), until))
            finally:
                response.close()
        except httpx.RequestError as error:
            return failure(error, sent)

    def close(self) -> None:
        if self._owns_client:
            self._client.close()


class AsyncHttp(_Shared):
    def __init__(self, *settings: Any, http_client: httpx.AsyncClient | None = None) -> None:
        super().__init__(*settings)
        self._client = http_client or httpx.AsyncClient()
        self._owns_client = http_client is None
        self._lock = anyio.Lock()

    async def send(self, request: Request) -> Any:
        return _result(request, await self._answer(request))

    def pages(self, request: Request) -> AsyncPages[Any]:
        async def fetch(query: Mapping[str, Any]) -> Page[Any]:
            asked = Request(**{**request.__dict__, "query": query})
            return page_of(await self._answer(asked), request.take or "", request.kind, query)

        return AsyncPages(fetch, request.query)

    async def _answer(self, request: Request) -> httpx.Response:
        steps = self._steps(request)
        outcome: Any = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                response: httpx.Response = end.value
                return response
            if isinstance(step, NeedsToken):
                outcome = await self._get_token(step.refused)
            elif isinstance(step, Sent):
                outcome = await self._send(step)
            else:
                await anyio.sleep(step.seconds)
                outcome = None

    async def _get_token(self, refused: str | None) -> Token:
        known = self._known_token(refused)
        if known:
            return known
        async with self._lock:  # concurrent calls share one request
            fetched = self._known_token(refused)
            if fetched:
                return Token(fetched.value, is_new=True)
            return self._keep_token(await self._answer(self._token_request))

    async def _send(self, sent: Sent) -> httpx.Response | MedinaError:
        try:
            with anyio.fail_after(sent.timeout):
                return await self._client.request(
                    sent.method, sent.url, headers=sent.headers, content=sent.content, timeout=sent.timeout
                )
        except httpx.RequestError as error:
            return failure(error, sent)
        except TimeoutError as error:
            return failure(httpx.ReadTimeout(str(error)), sent)

    async def close(self) -> None:
        if self._owns_client:
            await self._client.aclose()


def file_at(url: str, timeout: float | None) -> Request:
    """A request for a signed URL. It needs no access token, which must not be sent there."""
    template = "/files/{tenant}/{subject}/{name}"
    return Request("GET", template, url=url, open=True, kind="file", timeout=timeout)


def _within(chunks: Iterator[bytes], until: float) -> Iterator[bytes]:
    """Limits the whole response. httpx limits only the wait for each part, so a slow body could take forever."""
    for chunk in chunks:
        if time.monotonic() > until:
            raise httpx.ReadTimeout("The response took too long.")
        yield chunk


def _whole(response: httpx.Response, chunks: Iterator[bytes]) -> httpx.Response:
    headers = [(name, value) for name, value in response.headers.multi_items() if name != "content-encoding"]
    return httpx.Response(response.status_code, headers=headers, content=b"".join(chunks))
