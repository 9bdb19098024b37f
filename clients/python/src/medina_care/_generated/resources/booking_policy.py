"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..._exchange import Request, body_of
from ...records import UNSET
from ..names import NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any, Literal

    from ..._http import Http
    from ...pages import Pages
    from ...records import File, Items, Meta, Unset
    from ..sent import (
        UpdateBookingPolicy,
    )
    from ..types import (
        BookingPolicy,
    )


class BookingPolicyApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> BookingPolicy:
        """Read the booking policy.

        All users can read it. By default a cancellation is late within 4 hours, and missed visits have no limit.

        Scope: ``schedules:read``.
        """
        request = Request(
            "GET",
            "/api/booking-policy",
            take="bookingPolicy",
            kind="BookingPolicy",
            timeout=timeout,
        )
        return cast("BookingPolicy", self._http.send(request))

    def update(
        self,
        *,
        late_cancel_hours: int | Unset = UNSET,
        no_show_limit: int | None | Unset = UNSET,
        no_show_days: int | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> BookingPolicy:
        """Update the booking policy.

        Absent fields stay unchanged. A late cancellation is never refused; it is marked with `lateCancel` on the appointment. Marks of earlier cancellations stay.

        Scope: ``schedules:write``.
        """
        request = Request(
            "PUT",
            "/api/booking-policy",
            body=body_of({"late_cancel_hours": late_cancel_hours, "no_show_limit": no_show_limit, "no_show_days": no_show_days}, NAMES["UpdateBookingPolicy"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="bookingPolicy",
            kind="BookingPolicy",
            timeout=timeout,
        )
        return cast("BookingPolicy", self._http.send(request))

