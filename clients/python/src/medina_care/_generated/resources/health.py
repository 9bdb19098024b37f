"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..._exchange import Request

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any, Literal

    from ..._http import Http
    from ...pages import Pages
    from ...records import File, Items, Meta, Unset
    from ..types import (
        ReadDatabaseHealthAnswer,
        ReadCacheHealthAnswer,
        ReadVideoHealthAnswer,
    )


class HealthApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> datetime:
        """Check that the process runs.

        Checks no other component.
        """
        request = Request(
            "GET",
            "/api/health",
            open=True,
            take="timestamp",
            kind="time",
            timeout=timeout,
        )
        return cast("datetime", self._http.send(request))

    def get_readiness(
        self,
        *,
        timeout: float | None = None,
    ) -> datetime:
        """Check whether a proxy should send requests to this server.

        Succeeds while the server accepts requests and the database accepts writes. Fails with `draining` before a stop, with `DRAIN_SEC`. Also answers during maintenance. Not rate limited.
        """
        request = Request(
            "GET",
            "/api/ready",
            open=True,
            take="timestamp",
            kind="time",
            timeout=timeout,
        )
        return cast("datetime", self._http.send(request))

    def get_database(
        self,
        *,
        timeout: float | None = None,
    ) -> ReadDatabaseHealthAnswer:
        """Check the health of the database.

        Fails unless it answers within 200 ms.
        """
        request = Request(
            "GET",
            "/api/health/db",
            open=True,
            kind="ReadDatabaseHealthAnswer",
            timeout=timeout,
        )
        return cast("ReadDatabaseHealthAnswer", self._http.send(request))

    def get_cache(
        self,
        *,
        timeout: float | None = None,
    ) -> ReadCacheHealthAnswer:
        """Check the health of the cache.

        Fails unless it answers within 50 ms.
        """
        request = Request(
            "GET",
            "/api/health/cache",
            open=True,
            kind="ReadCacheHealthAnswer",
            timeout=timeout,
        )
        return cast("ReadCacheHealthAnswer", self._http.send(request))

    def get_video(
        self,
        *,
        timeout: float | None = None,
    ) -> ReadVideoHealthAnswer:
        """Check the health of the video provider.

        Fails unless it answers within 500 ms.
        """
        request = Request(
            "GET",
            "/api/health/video",
            open=True,
            kind="ReadVideoHealthAnswer",
            timeout=timeout,
        )
        return cast("ReadVideoHealthAnswer", self._http.send(request))

