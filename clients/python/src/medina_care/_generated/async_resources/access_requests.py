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
        GrantAccessRequest,
        RefuseAccessRequest,
        RequestAccess,
    )
    from ..types import (
        AccessRequest,
        AccessRequestStatus,
        Plan,
        Scope,
        GrantAccessRequestAnswer,
        HandOverAccessAnswer,
    )


class AsyncAccessRequestsApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def create(
        self,
        *,
        organization: str,
        contact_name: str,
        email: str,
        purpose: str,
        sandbox_only: bool | Unset = UNSET,
        website: Any | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> str:
        """Request access.

        For organisations that want to use the platform. The operator answers within one working day. If access is granted, the contact receives a link that shows the client’s secret once. A repeated request within 24 hours returns the pending request.
        """
        request = Request(
            "POST",
            "/api/access-requests",
            body=body_of({"organization": organization, "contact_name": contact_name, "email": email, "purpose": purpose, "sandbox_only": sandbox_only, "website": website}, NAMES["RequestAccess"]),
            keyed=True,
            idempotency_key=idempotency_key,
            open=True,
            take="requestId",
            kind=None,
            timeout=timeout,
        )
        return cast("str", await self._http.send(request))

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        status: Sequence[AccessRequestStatus] | Unset = UNSET,
        from_: datetime | Unset = UNSET,
        to: datetime | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[AccessRequest]:
        """List access requests.

        Administrators of the operator’s organisation see all requests. Administrators of other organisations see none. Newest first.

        Scope: ``access_requests:manage``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param from_: Requests made at this time or later.
        :param to: Requests made before this time.
        """
        request = Request(
            "GET",
            "/api/access-requests",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "status": status, "from": from_, "to": to},
            take="accessRequests",
            kind="AccessRequest",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> AccessRequest:
        """Read an access request.

        Includes the decision, once the request is decided.

        Scope: ``access_requests:manage``.

        :param id: The id of the access request.
        """
        request = Request(
            "GET",
            "/api/access-requests/{id}",
            values=(id,),
            take="accessRequest",
            kind="AccessRequest",
            timeout=timeout,
        )
        return cast("AccessRequest", await self._http.send(request))

    async def grant(
        self,
        id: str,
        *,
        plan: Plan,
        scopes: Sequence[Scope],
        email: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> GrantAccessRequestAnswer:
        """Grant an access request.

        Creates the organisation, its first administrator (the contact) and a client that acts as the administrator with the given scopes. The administrator receives a link that shows the secret once. With the scope `clients:manage`, the organisation can create further clients itself.

        Scope: ``access_requests:manage``.

        :param id: The id of the access request.
        :raises Conflict: The request is already decided (details.state), is for the sandbox only, or its e-mail address is taken. In the last case, send another `email`.
        """
        request = Request(
            "POST",
            "/api/access-requests/{id}/grant",
            values=(id,),
            body=body_of({"plan": plan, "scopes": scopes, "email": email}, NAMES["GrantAccessRequest"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="GrantAccessRequestAnswer",
            timeout=timeout,
        )
        return cast("GrantAccessRequestAnswer", await self._http.send(request))

    async def refuse(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AccessRequest:
        """Refuse an access request.

        Notifies the contact of the refusal. The reason is internal and is not sent.

        Scope: ``access_requests:manage``.

        :param id: The id of the access request.
        :raises Conflict: The request is already decided (details.state).
        """
        request = Request(
            "POST",
            "/api/access-requests/{id}/refuse",
            values=(id,),
            body=body_of({"reason": reason}, NAMES["RefuseAccessRequest"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="accessRequest",
            kind="AccessRequest",
            timeout=timeout,
        )
        return cast("AccessRequest", await self._http.send(request))

    async def hand_over(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> HandOverAccessAnswer:
        """Create a new credential link for a granted request.

        Replaces a lost or expired link. The previous link ends. The new link is also sent to the administrator.

        Scope: ``access_requests:manage``.

        :param id: The id of the access request.
        :raises Conflict: The request was not granted (details.state), or a link was used, so the organisation already has its secret.
        """
        request = Request(
            "POST",
            "/api/access-requests/{id}/handover",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="HandOverAccessAnswer",
            timeout=timeout,
        )
        return cast("HandOverAccessAnswer", await self._http.send(request))

