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
        CancelSeries,
        CreateSeries,
        NewSeriesRepeat,
        OnConflict,
        UpdateSeries,
    )
    from ..types import (
        Series,
        VisitMode,
        CreateSeriesAnswer,
        UpdateSeriesAnswer,
    )


class SeriesApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def create(
        self,
        *,
        doctor_id: str,
        patient_id: str,
        start_time: datetime,
        end_time: datetime,
        repeat: NewSeriesRepeat,
        visit_type_id: str | Unset = UNSET,
        place_id: str | Unset = UNSET,
        mode: VisitMode | Unset = UNSET,
        visit_reason: str | Unset = UNSET,
        on_conflict: OnConflict | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> CreateSeriesAnswer:
        """Book a series of appointments.

        Books the first appointment at `startTime`, and the others at the same time of the wall clock: of the place's time zone, or else of Morocco. All are ordinary appointments, which can be moved and cancelled singly. The participants get one message about the series. Doctors and dentists book their own slots, for patients whom they treat.

        Scope: ``appointments:write``.

        :raises Conflict: A time is taken: details.overlap.id, and details.occurrence with its number and time. Or another reason for which a single appointment is refused. With SKIP: all times are taken.
        """
        request = Request(
            "POST",
            "/api/series",
            body=body_of({"doctor_id": doctor_id, "patient_id": patient_id, "start_time": start_time, "end_time": end_time, "visit_type_id": visit_type_id, "place_id": place_id, "mode": mode, "visit_reason": visit_reason, "repeat": repeat, "on_conflict": on_conflict}, NAMES["CreateSeries"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="CreateSeriesAnswer",
            timeout=timeout,
        )
        return cast("CreateSeriesAnswer", self._http.send(request))

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Series:
        """Read a series of appointments.

        The participants, the front desk and administrators can read it.

        Scope: ``appointments:read``.

        :param id: The id of the series.
        """
        request = Request(
            "GET",
            "/api/series/{id}",
            values=(id,),
            take="series",
            kind="Series",
            timeout=timeout,
        )
        return cast("Series", self._http.send(request))

    def update(
        self,
        id: str,
        *,
        time: str | Unset = UNSET,
        weekday: int | Unset = UNSET,
        duration_min: int | Unset = UNSET,
        place_id: str | None | Unset = UNSET,
        visit_reason: str | None | Unset = UNSET,
        on_conflict: OnConflict | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> UpdateSeriesAnswer:
        """Change the appointments of a series that are still to come.

        Absent fields stay unchanged. Each appointment keeps its day, or moves to another weekday of the same week (Monday to Sunday). Appointments that have started, ended or been cancelled stay unchanged. Participants get one message about the series.

        Scope: ``appointments:write``.

        :param id: The id of the series.
        :raises Conflict: A time is taken: details.overlap.id, and details.occurrence with its number and time. Or another reason for which a single appointment is refused. Or its times were changed 10 times today: details.limit.
        """
        request = Request(
            "PUT",
            "/api/series/{id}",
            values=(id,),
            body=body_of({"time": time, "weekday": weekday, "duration_min": duration_min, "place_id": place_id, "visit_reason": visit_reason, "on_conflict": on_conflict}, NAMES["UpdateSeries"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            kind="UpdateSeriesAnswer",
            timeout=timeout,
        )
        return cast("UpdateSeriesAnswer", self._http.send(request))

    def cancel(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Series:
        """Cancel the appointments of a series that are still to come.

        Participants get one message. Cancelling again changes nothing.

        Scope: ``appointments:write``.

        :param id: The id of the series.
        """
        request = Request(
            "POST",
            "/api/series/{id}/cancel",
            values=(id,),
            body=body_of({"reason": reason}, NAMES["CancelSeries"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="series",
            kind="Series",
            timeout=timeout,
        )
        return cast("Series", self._http.send(request))

