"""A call and its retries, as steps that the blocking and the asynchronous client execute."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Generator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import httpx

from ._retry import may_repeat, retry_after_of, wait_before
from .errors import ApiError, ConnectionError, MedinaError, TimeoutError, error_class
from .records import UNSET, Kind, Meta, RateLimit, written


class Attempt(NamedTuple):
    """The arguments of hooks. They contain no ids, values or personal data."""

    method: str
    path: str
    """The template: ``/api/appointments/{id}``."""
    number: int
    """From 1."""


# Plain classes, because dataclasses would take a fifth of the import time of this package.
class Hooks:
    """Callbacks for logs and traces. An error in a hook fails the call."""

    def __init__(
        self,
        on_request: Callable[[Attempt], None] | None = None,
        on_answer: Callable[[Attempt, int, float, str | None], None] | None = None,
        on_retry: Callable[[Attempt, float, int | None], None] | None = None,
    ) -> None:
        """
        :param on_answer: called with the status, the seconds that it took, and the id of the request
        :param on_retry: called before the wait for the next attempt: with its seconds, and the status if there was an answer
        """
        self.on_request = on_request
        self.on_answer = on_answer
        self.on_retry = on_retry


class Request:
    """The request of a method call."""

    def __init__(
        self,
        method: str,
        path: str,
        values: tuple[str, ...] = (),
        query: Mapping[str, Any] | None = None,
        body: Any = UNSET,
        keyed: bool = False,
        open: bool = False,
        take: str | None = None,
        kind: Kind = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
        url: str | None = None,
    ) -> None:
        """
        :param keyed: takes an Idempotency-Key
        :param open: needs no access token
        :param take: the field of the answer that the method returns
        :param kind: what that is
        :param url: instead of a path of the installation
        """
        self.method = method
        self.path = path
        self.values = values
        self.query = query or {}
        self.body = body
        self.keyed = keyed
        self.open = open
        self.take = take
        self.kind = kind
        self.idempotency_key = idempotency_key
        self.if_match = if_match
        self.timeout = timeout
        self.url = url


class Sent:
    """A request to send, with a timeout of ``timeout`` seconds."""

    def __init__(
        self, method: str, path: str, url: str, headers: dict[str, str], content: bytes | None, timeout: float
    ) -> None:
        """
        :param path: the template
        """
        self.method = method
        self.path = path
        self.url = url
        self.headers = headers
        self.content = content
        self.timeout = timeout


class NeedsToken:
    """Asks for a token, other than ``refused``."""

    def __init__(self, refused: str | None) -> None:
        self.refused = refused


class Waits:
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds


class Token:
    def __init__(self, value: str, is_new: bool) -> None:
        """
        :param is_new: fetched for this call: a refusal of it is final
        """
        self.value = value
        self.is_new = is_new


Step = NeedsToken | Sent | Waits
Steps = Generator[Step, Any, httpx.Response]


def exchange(request: Request, url: str, user_agent: str, timeout: float, hooks: Hooks) -> Steps:
    """The steps of a call. To ``NeedsToken`` a ``Token`` is sent back, to ``Sent`` a response or the error instead of one."""
    headers = {"accept": "application/json", "user-agent": user_agent}
    content = None
    if request.body is not UNSET:
        headers["content-type"] = "application/json"
        content = json.dumps(request.body, ensure_ascii=False).encode()
    if request.keyed:
        headers["idempotency-key"] = request.idempotency_key or os.urandom(16).hex()
    if request.if_match is not None:
        headers["if-match"] = request.if_match
    address = request.url or url + _filled(request.path, request.values) + _query(request.query)
    refused: str | None = None
    number = 1
    while True:
        token: Token | None = None
        if not request.open:
            token = yield NeedsToken(refused)
            headers["authorization"] = f"Bearer {token.value}"
        attempt = Attempt(request.method, request.path, number)
        if hooks.on_request:
            hooks.on_request(attempt)
        started = time.monotonic()
        limit = timeout if request.timeout is None else request.timeout
        outcome: httpx.Response | MedinaError = yield Sent(request.method, request.path, address, headers, content, limit)
        status = None if isinstance(outcome, MedinaError) else outcome.status_code
        if isinstance(outcome, httpx.Response):
            if hooks.on_answer:
                taken = time.monotonic() - started
                hooks.on_answer(attempt, outcome.status_code, taken, outcome.headers.get("x-request-id"))
            if outcome.is_success:
                return outcome
            if status == 401 and token and not token.is_new and refused is None:
                # The token was revoked or expired early: get a new one once, without counting a retry.
                refused = token.value
                continue
        retry_after = None if isinstance(outcome, MedinaError) else retry_after_of(outcome.headers)
        wait = wait_before(number, retry_after) if status is None or may_repeat(status) else None
        if wait is None:
            raise outcome if isinstance(outcome, MedinaError) else _refusal(outcome, number, retry_after)
        if hooks.on_retry:
            hooks.on_retry(attempt, wait, status)
        yield Waits(wait)
        number += 1


def failure(error: Exception, sent: Sent) -> MedinaError:
    """An error of httpx, as this library's."""
    if isinstance(error, httpx.TimeoutException):
        made: MedinaError = TimeoutError(f"{sent.method} {sent.path} timed out.")
    else:
        made = ConnectionError(f"{sent.method} {sent.path}: {error or type(error).__name__}")
    made.__cause__ = error
    return made


def meta_of(response: httpx.Response) -> Meta:
    headers = response.headers
    limit = headers.get("x-ratelimit-limit")
    return Meta(
        response.status_code,
        headers.get("x-request-id"),
        headers.get("etag"),
        headers.get("idempotency-replayed") == "true",
        RateLimit(int(limit), int(headers["x-ratelimit-remaining"]), int(headers["x-ratelimit-reset"]))
        if limit
        else None,
        headers,
    )


def json_of(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError as error:
        request_id = response.headers.get("x-request-id")
        named = f" ({request_id})" if request_id else ""
        raise MedinaError(f"The response is not JSON{named}. Check the URL of the platform.") from error


def body_of(given: Mapping[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a request from the given arguments of a method."""
    body: dict[str, Any] = written(given, names)
    return body


def _filled(path: str, values: tuple[str, ...]) -> str:
    parts = path.split("{")
    filled = parts[0]
    for part, value in zip(parts[1:], values, strict=True):
        name, rest = part.split("}", 1)
        if not isinstance(value, str) or not value:  # an empty part would mean another path
            raise MedinaError(f"{name} must be a non-empty string.")
        filled += quote(value, safe="") + rest
    return filled


def _query(given: Mapping[str, Any]) -> str:
    values = {}
    for name, value in given.items():
        if value is UNSET or value is None:
            continue
        plain = written(value)
        if isinstance(plain, list):
            plain = ",".join(map(str, plain))
        values[name] = str(plain).lower() if isinstance(plain, bool) else plain
    return f"?{urlencode(values)}" if values else ""


def _refusal(response: httpx.Response, attempts: int, retry_after: float | None) -> ApiError:
    error: Any = {}
    try:
        error = response.json().get("error", {})
    except (ValueError, AttributeError):  # a proxy may return something else
        pass
    if not isinstance(error, dict):
        error = {}
    status = response.status_code
    return error_class(status)(
        status,
        str(error.get("code", "")),
        str(error.get("message", f"The server returned {status}.")),
        error.get("details"),
        response.headers.get("x-request-id"),
        attempts,
        retry_after,
    )
