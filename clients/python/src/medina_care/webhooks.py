"""Verification of webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from .errors import SignatureError
from .records import record_class

if TYPE_CHECKING:
    from ._generated.types import Event

TOLERANCE = 300
"""Seconds by which the time of a signature may differ from the clock."""


def verify(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> Event:
    """Verifies a webhook by both of its signatures, and returns its event.

    :param body: the raw bytes of the request: JSON that was parsed and serialized again has others
    :param secrets: the webhook's secret; during a rotation both
    :param tolerance: in seconds
    :param now: seconds since 1970; by default the clock
    :raises SignatureError: if it is not genuine, or older or newer than ``tolerance``
    """
    raw = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    event_id, timestamp = _header(given, "webhook-id"), _header(given, "webhook-timestamp")
    # Ids and times contain no dots, so that the signed parts cannot be shifted.
    if not re.fullmatch(r"evt_[0-9a-z_]{1,64}", event_id):
        raise SignatureError("webhook-id is not an event id.")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise SignatureError("webhook-timestamp is not a time.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise SignatureError(f"The signature is not within {tolerance} seconds of now.")
    standard = _header(given, "webhook-signature").split(" ")
    own = [given[name] for name in _OWN if name in given]
    known = [secrets] if isinstance(secrets, str) else secrets
    if not known or not all(re.fullmatch(r"whsec_[A-Za-z0-9+/]{43}=", secret) for secret in known):
        raise SignatureError("Invalid secret: pass whsec_ followed by 32 bytes in base64, as the platform returned it.")  # with an empty key, anyone could sign
    signed = f"{event_id}.{timestamp}.".encode() + raw
    for secret in known:
        key = b64decode(secret.removeprefix("whsec_"))
        expected = f"v1,{b64encode(hmac.digest(key, signed, 'sha256')).decode()}"
        expected_own = hmac.new(secret.encode(), raw, hashlib.sha256).hexdigest()
        if _matches(standard, expected) and _matches(own, expected_own):
            event = json.loads(raw)
            return cast("Event", record_class("Event", event)(event))
    raise SignatureError("No signature matches. Pass the raw body, and the secret with whsec_.")


_OWN = ("x-mc-signature", "x-mc-signature-next", "x-mc-signature-previous")


def _matches(given: Sequence[str], expected: str) -> bool:
    """Compares in constant time."""
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in given)


def _header(headers: Mapping[str, str], name: str) -> str:
    if name not in headers:
        raise SignatureError(f"The header {name} is missing.")
    return headers[name]
