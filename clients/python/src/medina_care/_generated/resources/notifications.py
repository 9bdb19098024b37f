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
        SendMessage,
    )
    from ..types import (
        Channel,
        Message,
        MessageStatus,
        SendMessageAnswer,
    )


class NotificationsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def send(
        self,
        *,
        recipient_user_id: str,
        template_code: str,
        channel: Channel | None | Unset = UNSET,
        variables: Mapping[str, str] | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> SendMessageAnswer:
        """Send a message.

        Queues a message. Administrators can write to any user of the organisation, doctors and dentists to patients with whom they have appointments, pharmacies to patients who ordered from them. The message is sent by the requested channel, or by the recipient’s preferred one. If the recipient has no address for it, or sending fails permanently, the next permitted channel is used, in the order WhatsApp, SMS, e-mail. Opt-outs and quiet hours are respected. `GET /api/notifications/{id}` returns the status.

        Scope: ``notifications:write``.
        """
        request = Request(
            "POST",
            "/api/notifications/send",
            body=body_of({"recipient_user_id": recipient_user_id, "channel": channel, "template_code": template_code, "variables": variables}, NAMES["SendMessage"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="SendMessageAnswer",
            timeout=timeout,
        )
        return cast("SendMessageAnswer", self._http.send(request))

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        recipient_user_id: str | Unset = UNSET,
        status: Sequence[MessageStatus] | Unset = UNSET,
        channel: Sequence[Channel] | Unset = UNSET,
        template_code: str | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Message]:
        """List messages.

        Administrators see all messages of the organisation, other users the messages sent to them. Messages with clinical content to a patient require access to the patient’s file. Newest first.

        Scope: ``notifications:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param from_: Created at this time or later.
        :param to: Created before this time.
        """
        request = Request(
            "GET",
            "/api/notifications",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "recipientUserId": recipient_user_id, "status": status, "channel": channel, "templateCode": template_code, "from": from_, "to": to},
            take="messages",
            kind="Message",
            timeout=timeout,
        )
        return self._http.pages(request)

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Message:
        """Read the status of a message.

        Returns the template, the provider and the times of a message. The text is not stored.

        Scope: ``notifications:read``.

        :param id: The id of the message.
        """
        request = Request(
            "GET",
            "/api/notifications/{id}",
            values=(id,),
            take="message",
            kind="Message",
            timeout=timeout,
        )
        return cast("Message", self._http.send(request))

