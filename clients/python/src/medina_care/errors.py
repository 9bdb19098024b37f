"""The errors of this library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class MedinaError(Exception):
    """The base class of all errors of this library."""


class ConnectionError(MedinaError):
    """No response arrived, because the connection failed. The library retried up to four times."""


class TimeoutError(ConnectionError):
    """No response arrived within the timeout of an attempt. The library retried up to four times."""


class SignatureError(MedinaError):
    """The signature of a webhook is invalid or too old."""


class Fault(NamedTuple):
    """An invalid field of a request."""

    path: tuple[str | int, ...]
    """The path of the field: names and indexes."""
    message: str
    """The error message of the field."""


class ApiError(MedinaError):
    """A response with a status other than 2xx."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        details: Any = None,
        request_id: str | None = None,
        attempts: int = 1,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        """``error.code`` of the response. Empty if the response is not from the platform."""
        self.details = details
        self.request_id = request_id
        """The id of the request. Quote it in support requests."""
        self.attempts = attempts
        """The number of requests that were sent."""
        self.retry_after = retry_after
        """Seconds to wait, from ``Retry-After``."""


class Unauthorized(ApiError):
    """401. The secret is wrong, or the client is disabled."""


class Forbidden(ApiError):
    """403. A scope or a role is missing."""


class NotFound(ApiError):
    """404. The record does not exist, or the client may not see it."""


class Conflict(ApiError):
    """409. The state of a record does not allow the call. ``details`` names the record."""


class Gone(ApiError):
    """410. The resource is no longer available."""


class PreconditionFailed(ApiError):
    """412. The record changed since it was read."""


class Invalid(ApiError):
    """400 and 422. `faults` has all invalid fields of the request."""

    @property
    def faults(self) -> Sequence[Fault]:
        details = self.details if isinstance(self.details, list) else []
        return [Fault(tuple(fault["path"]), fault["message"]) for fault in details]

    def __str__(self) -> str:
        lines = [f"  {'.'.join(map(str, fault.path))} {fault.message}" for fault in self.faults]
        return "\n".join([super().__str__(), *lines])


class RateLimited(ApiError):
    """429. The rate limit is exceeded for longer than the library waits. ``retry_after`` has the seconds."""


class ServerError(ApiError):
    """5xx. The library retried up to four times."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: Invalid,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    410: Gone,
    412: PreconditionFailed,
    422: Invalid,
    429: RateLimited,
}


def error_class(status: int) -> type[ApiError]:
    return _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
