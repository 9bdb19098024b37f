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
        ChangedCampaignStep,
        CreateCampaign,
        EnrolInCampaign,
        NewCampaignStep,
        StopEnrolment,
        UpdateCampaign,
    )
    from ..types import (
        Campaign,
        CampaignEnrolment,
        CampaignWithCounts,
        EnrolmentState,
        EnrolInCampaignAnswer,
    )


class AsyncCampaignsEnrolmentsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def enrol(
        self,
        id: str,
        *,
        patient_ids: Sequence[str] | Unset = UNSET,
        lead_ids: Sequence[str] | Unset = UNSET,
        consent_source: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> EnrolInCampaignAnswer:
        """Enrol patients and leads in a campaign.

        A recipient can be enrolled in a campaign only once, even after the enrolment has ended. A patient needs a valid consent to MARKETING. A lead needs `marketingConsent: true` in the metadata of the form, or `consentSource`. `refused` contains the recipients who may not be written to, with the reason; the others are enrolled.

        Scope: ``campaigns:write``.

        :param id: The id of the campaign.
        """
        request = Request(
            "POST",
            "/api/campaigns/{id}/enrolments",
            values=(id,),
            body=body_of({"patient_ids": patient_ids, "lead_ids": lead_ids, "consent_source": consent_source}, NAMES["EnrolInCampaign"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="EnrolInCampaignAnswer",
            timeout=timeout,
        )
        return cast("EnrolInCampaignAnswer", await self._http.send(request))

    def list(
        self,
        id: str,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        state: Sequence[EnrolmentState] | Unset = UNSET,
        patient_id: str | Unset = UNSET,
        lead_id: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[CampaignEnrolment]:
        """List the enrolments of a campaign.

        Newest first.

        Scope: ``campaigns:read``.

        :param id: The id of the campaign.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/campaigns/{id}/enrolments",
            values=(id,),
            query={"page": page, "pageSize": page_size, "cursor": cursor, "state": state, "patientId": patient_id, "leadId": lead_id},
            take="enrolments",
            kind="CampaignEnrolment",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> CampaignEnrolment:
        """Read an enrolment.

        Returns the state of the enrolment, when its next step is due, and why it was stopped.

        Scope: ``campaigns:read``.

        :param id: The id of the enrolment.
        """
        request = Request(
            "GET",
            "/api/campaigns/enrolments/{id}",
            values=(id,),
            take="enrolment",
            kind="CampaignEnrolment",
            timeout=timeout,
        )
        return cast("CampaignEnrolment", await self._http.send(request))

    async def stop(
        self,
        id: str,
        *,
        reason: Literal["BY_ADMINISTRATOR", "OPTED_OUT", "REPLIED"] | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> CampaignEnrolment:
        """Stop an enrolment.

        Stops an enrolment permanently: no further steps are sent. Stopping again changes nothing.

        Scope: ``campaigns:write``.

        :param id: The id of the enrolment.
        :raises Conflict: All steps have been sent: details.state.
        """
        request = Request(
            "POST",
            "/api/campaigns/enrolments/{id}/stop",
            values=(id,),
            body=body_of({"reason": reason}, NAMES["StopEnrolment"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="enrolment",
            kind="CampaignEnrolment",
            timeout=timeout,
        )
        return cast("CampaignEnrolment", await self._http.send(request))


class AsyncCampaignsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http
        self.enrolments = AsyncCampaignsEnrolmentsApi(http)

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Campaign]:
        """List campaigns.

        Newest first.

        Scope: ``campaigns:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/campaigns",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "enabled": enabled},
            take="campaigns",
            kind="Campaign",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def create(
        self,
        *,
        name: str,
        steps: Sequence[NewCampaignStep],
        enabled: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> CampaignWithCounts:
        """Create a campaign.

        Creates a sequence of messages with delays between them. Its texts are templates of the organisation.

        Scope: ``campaigns:write``.
        """
        request = Request(
            "POST",
            "/api/campaigns",
            body=body_of({"name": name, "enabled": enabled, "steps": steps}, NAMES["CreateCampaign"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="campaign",
            kind="CampaignWithCounts",
            timeout=timeout,
        )
        return cast("CampaignWithCounts", await self._http.send(request))

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> CampaignWithCounts:
        """Read a campaign.

        Returns the steps of the campaign, and the number of enrolments in each state.

        Scope: ``campaigns:read``.

        :param id: The id of the campaign.
        """
        request = Request(
            "GET",
            "/api/campaigns/{id}",
            values=(id,),
            take="campaign",
            kind="CampaignWithCounts",
            timeout=timeout,
        )
        return cast("CampaignWithCounts", await self._http.send(request))

    async def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        steps: Sequence[ChangedCampaignStep] | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> CampaignWithCounts:
        """Change, pause or resume a campaign.

        Absent fields stay unchanged. `steps` replaces all steps: a step with the `number` or the content of an existing step remains that step; other steps are new. Enrolments continue after the last sent step, and never get a step twice. Disabling pauses the campaign: its delays continue when it is enabled again.

        Scope: ``campaigns:write``.

        :param id: The id of the campaign.
        """
        request = Request(
            "PUT",
            "/api/campaigns/{id}",
            values=(id,),
            body=body_of({"name": name, "enabled": enabled, "steps": steps}, NAMES["UpdateCampaign"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="campaign",
            kind="CampaignWithCounts",
            timeout=timeout,
        )
        return cast("CampaignWithCounts", await self._http.send(request))

