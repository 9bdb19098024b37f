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
        Recovery,
        TestDelivery,
        Webhook,
        WebhookStatistics,
        RegisterWebhookAnswer,
        RotateWebhookSecretAnswer,
    )


class WebhooksDeliveriesApi:
    def __init__(self, http: Http) -> None:
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
    ) -> Pages[Delivery]:
        """List deliveries.

        The deliveries to all webhooks: for administrators those of the organisation, for other users those of their own client. Newest event first, paged like the deliveries to one webhook.

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

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> DeliveryDetails:
        """Read a delivery.

        Includes its requests, oldest first. The body that was sent is at `/api/events/{id}`.

        Scope: ``webhooks:manage``.

        :param id: Which delivery.
        """
        request = Request(
            "GET",
            "/api/webhooks/deliveries/{id}",
            values=(id,),
            take="delivery",
            kind="DeliveryDetails",
            timeout=timeout,
        )
        return cast("DeliveryDetails", self._http.send(request))

    def resend(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Delivery:
        """Send a delivery again.

        A waiting delivery is sent now. For a finished one, a new delivery sends the same event id and bytes; this can be repeated.

        Scope: ``webhooks:manage``.

        :param id: Which delivery.
        :raises Conflict: It is being sent, the webhook is disabled, or it has been resent too often.
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
        return cast("Delivery", self._http.send(request))


class WebhooksApi:
    def __init__(self, http: Http) -> None:
        self._http = http
        self.deliveries = WebhooksDeliveriesApi(http)

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Webhook]:
        """List webhooks.

        Administrators see all webhooks of the organisation; other users see those of their own client. Newest first.

        Scope: ``webhooks:manage``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
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

    def register(
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

        Events that the client may read are posted to the URL from now on, signed with the secret. The secret is returned only in this response. An administrator may register a webhook for another client of the organisation.

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
        return cast("RegisterWebhookAnswer", self._http.send(request))

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Webhook:
        """Read a webhook.

        Never with its secret, which was shown once.

        Scope: ``webhooks:manage``.

        :param id: Which webhook.
        """
        request = Request(
            "GET",
            "/api/webhooks/{id}",
            values=(id,),
            take="webhook",
            kind="Webhook",
            timeout=timeout,
        )
        return cast("Webhook", self._http.send(request))

    def update(
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
        """Change a webhook.

        Absent fields keep their values. New event kinds apply to future events; a new URL also applies to waiting deliveries.

        Scope: ``webhooks:manage``.

        :param id: Which webhook.
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
        return cast("Webhook", self._http.send(request))

    def delete(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Delete a webhook.

        Waiting deliveries and a running recovery are cancelled.

        Scope: ``webhooks:manage``.

        :param id: Which webhook.
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
        return cast("Meta", self._http.send(request))

    def enable(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Webhook:
        """Enable a webhook.

        Enables a webhook, whatever the reason it was disabled. Held deliveries are sent after new events. No effect on an enabled webhook.

        Scope: ``webhooks:manage``.

        :param id: Which webhook.
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
        return cast("Webhook", self._http.send(request))

    def disable(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Webhook:
        """Disable a webhook.

        Stops deliveries; events are held until the webhook is enabled. A webhook that is already disabled keeps its status.

        Scope: ``webhooks:manage``.

        :param id: Which webhook.
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
        return cast("Webhook", self._http.send(request))

    def rotate_secret(
        self,
        id: str,
        *,
        grace_hours: int | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> RotateWebhookSecretAnswer:
        """Rotate the secret of a webhook.

        During the grace period, `X-MC-Signature` uses the present secret and `X-MC-Signature-Next` the new one. Then the new secret takes over, and for the same period `X-MC-Signature-Previous` uses the old one. `webhook-signature` lists all signatures.

        Scope: ``webhooks:manage``.

        :param id: Which webhook.
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
        return cast("RotateWebhookSecretAnswer", self._http.send(request))

    def test(
        self,
        id: str,
        *,
        event: EventKind | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> TestDelivery:
        """Send a webhook a test event.

        Sends an event with made-up data to this webhook only. It is signed and delivered like any other, with the header `X-MC-Test: true`. Kinds to which the webhook is not subscribed are allowed.

        Scope: ``webhooks:manage``.

        :param id: Which webhook.
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
        return cast("TestDelivery", self._http.send(request))

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
    ) -> Pages[Delivery]:
        """List the deliveries to a webhook.

        Newest event first. With a filter by kind or time, a page may have fewer than `pageSize` entries without being the last: continue with `nextCursor` until it is null.

        Scope: ``webhooks:manage``.

        :param id: Which webhook.
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

    def recover(
        self,
        id: str,
        *,
        since: datetime,
        until: datetime | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Recovery:
        """Resend the failed events of a period.

        Resends each event of the period whose last delivery to this webhook FAILED, gradually and after new events. At most 14 days. Events that the webhook’s client may no longer read are skipped.

        Scope: ``webhooks:manage``.

        :param id: Which webhook.
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
        return cast("Recovery", self._http.send(request))

    def list_recoveries(
        self,
        id: str,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Recovery]:
        """List the recoveries of a webhook.

        Newest first, with their progress.

        Scope: ``webhooks:manage``.

        :param id: Which webhook.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
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

    def get_statistics(
        self,
        id: str,
        *,
        hours: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> WebhookStatistics:
        """Read the delivery statistics of a webhook.

        Counts requests, including retries, in whole minutes. `p50Ms` and `p99Ms` are percentiles of their durations, accurate to four per cent. Waiting deliveries and the health of the webhook are current values.

        Scope: ``webhooks:manage``.

        :param id: Which webhook.
        :param hours: Counted back from now.
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
        return cast("WebhookStatistics", self._http.send(request))

