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

    from ..._http import AsyncHttp
    from ...pages import AsyncPages
    from ...records import File, Items, Meta, Unset
    from ..sent import (
        ReviewAppointment,
    )
    from ..types import (
        Review,
    )


class AsyncReviewsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        doctor_id: str | Unset = UNSET,
        patient_id: str | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Review]:
        """List reviews.

        Patients see the reviews they wrote, doctors and dentists the reviews about them, administrators all reviews of the organisation. Newest first.

        Scope: ``appointments:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param from_: Written at this time or later.
        :param to: Written before this time.
        """
        request = Request(
            "GET",
            "/api/reviews",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "doctorId": doctor_id, "patientId": patient_id, "from": from_, "to": to},
            take="reviews",
            kind="Review",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def create(
        self,
        id: str,
        *,
        rating: int,
        comment: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Review:
        """Review a consultation.

        For the patient of the appointment, once, after it is COMPLETED. A review cannot be changed. It updates the doctor's rating, which is the average of all reviews, rounded to one decimal.

        Scope: ``reviews:write``.

        :param id: The id of the appointment.
        :raises Conflict: The appointment is not COMPLETED (details.state), or already has a review (details.review.id).
        """
        request = Request(
            "POST",
            "/api/appointments/{id}/review",
            values=(id,),
            body=body_of({"rating": rating, "comment": comment}, NAMES["ReviewAppointment"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="review",
            kind="Review",
            timeout=timeout,
        )
        return cast("Review", await self._http.send(request))

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Review:
        """Read the review of a consultation.

        Returns 404 if there is no review.

        Scope: ``appointments:read``.

        :param id: The id of the review.
        """
        request = Request(
            "GET",
            "/api/appointments/{id}/review",
            values=(id,),
            take="review",
            kind="Review",
            timeout=timeout,
        )
        return cast("Review", await self._http.send(request))

