"""Medina Care for Python: appointments with video, prescriptions, pharmacy orders, signed webhooks."""

from typing import TYPE_CHECKING, Any

from ._client import AsyncMedina, Medina
from ._exchange import Attempt, Hooks
from ._version import VERSION as __version__
from .errors import (
    ApiError,
    Conflict,
    ConnectionError,
    Fault,
    Forbidden,
    Gone,
    Invalid,
    MedinaError,
    NotFound,
    PreconditionFailed,
    RateLimited,
    ServerError,
    SignatureError,
    TimeoutError,
    Unauthorized,
)
from .pages import AsyncPages, Page, Pages
from .records import UNSET, File, Items, Meta, RateLimit, Record

if TYPE_CHECKING:
    from . import webhooks


def __getattr__(name: str) -> Any:
    if name != "webhooks":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib  # programs that only call the API do not need it

    return importlib.import_module(".webhooks", __name__)


__all__ = [
    "UNSET",
    "ApiError",
    "AsyncMedina",
    "AsyncPages",
    "Attempt",
    "Conflict",
    "ConnectionError",
    "Fault",
    "File",
    "Forbidden",
    "Gone",
    "Hooks",
    "Invalid",
    "Items",
    "Medina",
    "MedinaError",
    "Meta",
    "NotFound",
    "Page",
    "Pages",
    "PreconditionFailed",
    "RateLimit",
    "RateLimited",
    "Record",
    "ServerError",
    "SignatureError",
    "TimeoutError",
    "Unauthorized",
    "__version__",
    "webhooks",
]
