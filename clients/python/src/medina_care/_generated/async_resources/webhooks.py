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
        RecoverDeliveries,
        RegisterWebhook,
        RotateWebhookSecret,
        TestWebhook,
        UpdateWebhook,
    )
    from ..types import (
        Delivery,
        DeliveryDetails,
        DeliveryState,
        EventKind,
        PeriodOfDeliveries,
        Recovery,
        TestDelivery,
        Webhook,
        WebhookStatistics,
        RegisterWebhookAnswer,
        RotateWebhookSecretAnswer,
    )


class AsyncWebhooksDeliveriesApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    def list(
        self,
        *,
        state: Sequence[DeliveryState] | Unset = UNSET,
        event: Sequence[EventKind] | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        cursor: str | Unset = UNSET,
        page_size: int | Unset = UNSET,
        webhook_id: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Delivery]:
        """List deliveries.

        Returns the deliveries to all webhooks of the organisation for administrators, and to the webhooks of their own client for other users. Newest event first, paged like the deliveries to one webhook.

        Scope: ``webhooks:manage``.

        :param from_: Deliveries of events at this time or later.
        :param to: Deliveries of events before this time.
        :param cursor: The `nextCursor` of the previous page.
        :param page_size: Records per page.
        :param webhook_id: Deliveries to this webhook.
        """
        request = Request(
            "GET",
            "/api/webhooks/deliveries",
            query={"state": state, "event": event, "from": from_, "to": to, "cursor": cursor, "pageSize": page_size, "webhookId": webhook_id},
            take="deliveries",
            kind="Delivery",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> DeliveryDetails:
        """Read a delivery.

        Includes the requests of the delivery, oldest first. Read the body that was sent at `/api/events/{id}`.

        Scope: ``webhooks:manage``.

        :param id: The id of the delivery.
        """
        request = Request(
            "GET",
            "/api/webhooks/deliveries/{id}",
            values=(id,),
            take="delivery",
            kind="DeliveryDetails",
            timeout=timeout,
        )
        return cast("DeliveryDetails", await self._http.send(request))

    async def resend(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Delivery:
        """Resend a delivery.

        Sends a waiting delivery now. For a finished delivery, adds a new delivery with the same event id and bytes. Can be repeated.

        Scope: ``webhooks:manage``.

        :param id: The id of the delivery.
        :raises Conflict: The delivery is being sent, the webhook is disabled, or the event has been resent too often.
        """
        request = Request(
            "POST",
            "/api/webhooks/deliveries/{id}/resend",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="delivery",
            kind="Delivery",
            timeout=timeout,
        )
        return cast("Delivery", await self._http.send(request))

    async def get_statistics(
        self,
        *,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
        by: Literal["hour", "day"] | Unset = UNSET,
        webhook_id: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Items[PeriodOfDeliveries]:
        """Count requests to webhooks by hour or day.

        Counts requests of all webhooks that `GET /api/webhooks/deliveries` covers, including retries. `p50Ms` and `p99Ms` are percentiles of the durations, accurate to four per cent; null without requests. Every hour or day of the range is listed, in order. At most 92 days by day, and 7 by hour.

        Scope: ``webhooks:manage``.

        :param from_: The first day, in Moroccan time. By default, the report has 7 days.
        :param to: The last day. By default today.
        :param by: The length of a period.
        :param webhook_id: Requests to this webhook.
        """
        request = Request(
            "GET",
            "/api/webhooks/deliveries/statistics",
            query={"from": from_, "to": to, "by": by, "webhookId": webhook_id},
            take="periods",
            kind=["PeriodOfDeliveries"],
            timeout=timeout,
        )
        return cast("Items[PeriodOfDeliveries]", await self._http.send(request))


class AsyncWebhooksApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http
        self.deliveries = AsyncWebhooksDeliveriesApi(http)

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Webhook]:
        """List webhooks.

        Administrators see all webhooks of the organisation. Other users see the webhooks of their own client. Newest first.

        Scope: ``webhooks:manage``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/webhooks",
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="webhooks",
            kind="Webhook",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def register(
        self,
        *,
        url: str,
        redundant_url: str | Unset = UNSET,
        events: Sequence[EventKind] | Unset = UNSET,
        description: str | Unset = UNSET,
        client_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> RegisterWebhookAnswer:
        """Register a webhook.

        From now on, events that the client may read are posted to the URL, signed with the secret. The secret is returned only in this response. An administrator may register a webhook for another client of the organisation.

        Scope: ``webhooks:manage``.

        :raises Conflict: The organisation already has 50 webhooks.
        """
        request = Request(
            "POST",
            "/api/webhooks",
            body=body_of({"url": url, "redundant_url": redundant_url, "events": events, "description": description, "client_id": client_id}, NAMES["RegisterWebhook"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="RegisterWebhookAnswer",
            timeout=timeout,
        )
        return cast("RegisterWebhookAnswer", await self._http.send(request))

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Webhook:
        """Read a webhook.

        Does not return the secret, which was shown once.

        Scope: ``webhooks:manage``.

        :param id: The id of the webhook.
        """
        request = Request(
            "GET",
            "/api/webhooks/{id}",
            values=(id,),
            take="webhook",
            kind="Webhook",
            timeout=timeout,
        )
        return cast("Webhook", await self._http.send(request))

    async def update(
        self,
        id: str,
        *,
        url: str | Unset = UNSET,
        redundant_url: str | None | Unset = UNSET,
        events: Sequence[EventKind] | Unset = UNSET,
        description: str | None | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Webhook:
        """Update a webhook.

        Absent fields keep their values. New event kinds apply to future events; a new URL also applies to waiting deliveries.

        Scope: ``webhooks:manage``.

        :param id: The id of the webhook.
        """
        request = Request(
            "PUT",
            "/api/webhooks/{id}",
            values=(id,),
            body=body_of({"url": url, "redundant_url": redundant_url, "events": events, "description": description}, NAMES["UpdateWebhook"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="webhook",
            kind="Webhook",
            timeout=timeout,
        )
        return cast("Webhook", await self._http.send(request))

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Delete a webhook.

        Cancels waiting deliveries and a running recovery.

        Scope: ``webhooks:manage``.

        :param id: The id of the webhook.
        """
        request = Request(
            "DELETE",
            "/api/webhooks/{id}",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="",
            timeout=timeout,
        )
        return cast("Meta", await self._http.send(request))

    async def enable(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Webhook:
        """Enable a webhook.

        Enables a webhook, whatever the reason for which it was disabled. Held deliveries are sent after new events. Has no effect on an enabled webhook.

        Scope: ``webhooks:manage``.

        :param id: The id of the webhook.
        """
        request = Request(
            "POST",
            "/api/webhooks/{id}/enable",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="webhook",
            kind="Webhook",
            timeout=timeout,
        )
        return cast("Webhook", await self._http.send(request))

    async def disable(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Webhook:
        """Disable a webhook.

        Stops deliveries; events are held until the webhook is enabled. A webhook that is already disabled keeps its status.

        Scope: ``webhooks:manage``.

        :param id: The id of the webhook.
        """
        request = Request(
            "POST",
            "/api/webhooks/{id}/disable",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="webhook",
            kind="Webhook",
            timeout=timeout,
        )
        return cast("Webhook", await self._http.send(request))

    async def rotate_secret(
        self,
        id: str,
        *,
        grace_hours: int | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> RotateWebhookSecretAnswer:
        """Rotate the secret of a webhook.

        During the grace period, `X-MC-Signature` uses the current secret and `X-MC-Signature-Next` the new one. Then the new secret takes over, and for the same period `X-MC-Signature-Previous` uses the old one. `webhook-signature` lists all signatures.

        Scope: ``webhooks:manage``.

        :param id: The id of the webhook.
        :raises Conflict: A rotation is in progress. Wait until the new secret has taken over, or replace all secrets with `graceHours: 0`.
        """
        request = Request(
            "POST",
            "/api/webhooks/{id}/rotate-secret",
            values=(id,),
            body=body_of({"grace_hours": grace_hours}, NAMES["RotateWebhookSecret"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="RotateWebhookSecretAnswer",
            timeout=timeout,
        )
        return cast("RotateWebhookSecretAnswer", await self._http.send(request))

    async def test(
        self,
        id: str,
        *,
        event: EventKind | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> TestDelivery:
        """Send a webhook a test event.

        Sends an event with fictitious data to this webhook only. It is signed and delivered like any other event, with the header `X-MC-Test: true`. The webhook need not be subscribed to the kind.

        Scope: ``webhooks:manage``.

        :param id: The id of the webhook.
        :raises Conflict: The webhook is disabled.
        """
        request = Request(
            "POST",
            "/api/webhooks/{id}/test",
            values=(id,),
            body=body_of({"event": event}, NAMES["TestWebhook"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="delivery",
            kind="TestDelivery",
            timeout=timeout,
        )
        return cast("TestDelivery", await self._http.send(request))

    def list_deliveries(
        self,
        id: str,
        *,
        state: Sequence[DeliveryState] | Unset = UNSET,
        event: Sequence[EventKind] | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        cursor: str | Unset = UNSET,
        page_size: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Delivery]:
        """List the deliveries to a webhook.

        Newest event first. With a filter by kind or time, a page with fewer than `pageSize` entries is not necessarily the last: continue with `nextCursor` until it is null.

        Scope: ``webhooks:manage``.

        :param id: The id of the webhook.
        :param from_: Deliveries of events at this time or later.
        :param to: Deliveries of events before this time.
        :param cursor: The `nextCursor` of the previous page.
        :param page_size: Records per page.
        """
        request = Request(
            "GET",
            "/api/webhooks/{id}/deliveries",
            values=(id,),
            query={"state": state, "event": event, "from": from_, "to": to, "cursor": cursor, "pageSize": page_size},
            take="deliveries",
            kind="Delivery",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def recover(
        self,
        id: str,
        *,
        since: datetime,
        until: datetime | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Recovery:
        """Resend the failed events of a period.

        Resends each event of the period whose last delivery to this webhook FAILED, gradually and after new events. The period may be at most 14 days long. Events that the webhook’s client may no longer read are skipped.

        Scope: ``webhooks:manage``.

        :param id: The id of the webhook.
        :raises Conflict: The webhook is disabled, or a recovery is already running (its id is in details.recovery.id).
        """
        request = Request(
            "POST",
            "/api/webhooks/{id}/recover",
            values=(id,),
            body=body_of({"since": since, "until": until}, NAMES["RecoverDeliveries"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="recovery",
            kind="Recovery",
            timeout=timeout,
        )
        return cast("Recovery", await self._http.send(request))

    def list_recoveries(
        self,
        id: str,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Recovery]:
        """List the recoveries of a webhook.

        Newest first, with their progress.

        Scope: ``webhooks:manage``.

        :param id: The id of the webhook.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/webhooks/{id}/recoveries",
            values=(id,),
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="recoveries",
            kind="Recovery",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def get_statistics(
        self,
        id: str,
        *,
        hours: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> WebhookStatistics:
        """Read the delivery statistics of a webhook.

        Counts requests, including retries, in whole minutes. `p50Ms` and `p99Ms` are percentiles of the durations, accurate to four per cent. Waiting deliveries and the health of the webhook are current values.

        Scope: ``webhooks:manage``.

        :param id: The id of the webhook.
        :param hours: How many hours to include, up to now.
        """
        request = Request(
            "GET",
            "/api/webhooks/{id}/statistics",
            values=(id,),
            query={"hours": hours},
            take="statistics",
            kind="WebhookStatistics",
            timeout=timeout,
        )
        return cast("WebhookStatistics", await self._http.send(request))

