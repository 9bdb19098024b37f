"""The retry rule of the specification: at most five requests."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Mapping

MAX_ATTEMPTS = 5
_FIRST_WAIT = 0.25
_LONGEST_WAIT = 60
"""Seconds. A longer ``Retry-After``, such as that of a spent day, is not waited for."""


def may_repeat(status: int) -> bool:
    """Whether a status may be retried: 429 and 5xx."""
    return status == 429 or status >= 500


def wait_before(attempt: int, retry_after: float | None = None) -> float | None:
    """Seconds before the next attempt: 0.25, 0.5, 1, 2 and up to a quarter more by chance, never less than ``Retry-After``.

    :param attempt: the number of the attempt that failed, from 1
    :returns: None if it must not be repeated
    """
    if attempt >= MAX_ATTEMPTS or (retry_after or 0) > _LONGEST_WAIT:
        return None
    wait = _FIRST_WAIT * (1 << (attempt - 1))
    return max(wait * (1 + random.random() / 4), retry_after or 0)


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """``Retry-After`` in seconds. Proxies may send a date (RFC 9110, section 10.2.3)."""
    value = headers.get("retry-after")
    if value is None:
        return None
    if re.fullmatch(r"\d+", value):
        return float(value)
    from email.utils import parsedate_to_datetime  # rarely needed, and slow to import

    try:
        seconds: float = parsedate_to_datetime(value).timestamp() - time.time()
    except ValueError:
        return None
    return max(0.0, seconds)
