"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..._exchange import Request
from ...records import UNSET

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any, Literal

    from ..._http import Http
    from ...pages import Pages
    from ...records import File, Items, Meta, Unset
    from ..types import (
        Usage,
    )


class UsageApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def get(
        self,
        *,
        period: Literal["24h", "7d"] | Unset = UNSET,
        timeout: float | None = None,
    ) -> Usage:
        """Read the use of the limits.

        Returns the plan, its limits and how much of them clients use, with requests and errors by hour. A client reads its own requests. An administrator with the scope `clients:manage` reads the requests of every client of the organisation. Requests of browsers are not included. Times are real times, even if the test clock runs ahead.

        :param period: The period to return.
        """
        request = Request(
            "GET",
            "/api/usage",
            query={"period": period},
            take="usage",
            kind="Usage",
            timeout=timeout,
        )
        return cast("Usage", self._http.send(request))

