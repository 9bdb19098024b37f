"""What can go wrong: no answer, or one that refuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class MedinaError(Exception):
    """What every error of this library extends."""


class ConnectionError(MedinaError):
    """No answer arrived: the connection could not be made, or broke. Repeated up to four times before."""


class TimeoutError(ConnectionError):
    """No answer arrived within the time of an attempt. Repeated up to four times before."""


class SignatureError(MedinaError):
    """A webhook is not genuine, or too old."""


class Fault(NamedTuple):
    """A fault of a request."""

    path: tuple[str | int, ...]
    """Where: the names and indexes that lead to the field."""
    message: str
    """What is wrong there."""


class ApiError(MedinaError):
    """An answer other than 2xx."""

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
        """As ``error.code`` in the answer; empty if the answer is not one of the platform."""
        self.details = details
        self.request_id = request_id
        """Quote it when you ask for help."""
        self.attempts = attempts
        """How many requests were sent."""
        self.retry_after = retry_after
        """Seconds to wait, of ``Retry-After``."""


class Unauthorized(ApiError):
    """401. The client's secret is wrong, or it is disabled."""


class Forbidden(ApiError):
    """403. A scope or a role is missing."""


class NotFound(ApiError):
    """404. It does not exist, or the client may not see it."""


class Conflict(ApiError):
    """409. The state of a record does not allow it; ``details`` tells which."""


class Gone(ApiError):
    """410."""


class PreconditionFailed(ApiError):
    """412. The record changed since it was read."""


class Invalid(ApiError):
    """400 and 422. All faults of the request at once."""

    @property
    def faults(self) -> Sequence[Fault]:
        details = self.details if isinstance(self.details, list) else []
        return [Fault(tuple(fault["path"]), fault["message"]) for fault in details]

    def __str__(self) -> str:
        lines = [f"  {'.'.join(map(str, fault.path))} {fault.message}" for fault in self.faults]
        return "\n".join([super().__str__(), *lines])


class RateLimited(ApiError):
    """429. A limit is spent, for longer than the library waits. ``retry_after`` tells how long."""


class ServerError(ApiError):
    """5xx. Repeated up to four times before."""


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
