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
        SubmitLead,
    )
    from ..types import (
        Lead,
    )


class LeadsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def submit(
        self,
        *,
        name: str,
        source: str,
        email: str | Unset = UNSET,
        phone: str | Unset = UNSET,
        metadata: Mapping[str, Any] | Unset = UNSET,
        website: Any | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> str:
        """Submit a lead.

        Stores a submitted form of the marketing site. A name, the source, and an e-mail address or a telephone number are required. A person who sends the same form again within 24 hours gets the same `leadId`. Add a field `website` to the form and hide it from people: submissions that fill it are treated as spam and are not stored. Browsers can call this operation from the origins in `MARKETING_ORIGINS`.
        """
        request = Request(
            "POST",
            "/api/leads",
            body=body_of({"name": name, "email": email, "phone": phone, "source": source, "metadata": metadata, "website": website}, NAMES["SubmitLead"]),
            keyed=True,
            idempotency_key=idempotency_key,
            open=True,
            take="leadId",
            kind=None,
            timeout=timeout,
        )
        return cast("str", self._http.send(request))

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        source: str | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Lead]:
        """List leads.

        Administrators only. Newest first. The content is untrusted input: display it as text, never as HTML.

        Scope: ``leads:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param source: Leads of one form.
        :param from_: Submitted at this time or later.
        :param to: Submitted before this time.
        """
        request = Request(
            "GET",
            "/api/leads",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "source": source, "from": from_, "to": to},
            take="leads",
            kind="Lead",
            timeout=timeout,
        )
        return self._http.pages(request)

