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
        PreviewTemplate,
        TemplateDraft,
        WriteTemplate,
    )
    from ..types import (
        Channel,
        Language,
        Purpose,
        Template,
        TemplatePreview,
        VariableKind,
        WholeTemplate,
    )


class AsyncTemplatesApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        code: str | Unset = UNSET,
        channel: Sequence[Channel] | Unset = UNSET,
        language: Sequence[Language] | Unset = UNSET,
        own: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> AsyncPages[Template]:
        """List message templates.

        Returns the platform’s templates in every channel and language, and the organisation’s texts, which replace them or have their own codes. Available to staff. Ordered by code, channel and language.

        Scope: ``notifications:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param own: true: only texts that the organisation wrote. false: only texts of the platform.
        """
        request = Request(
            "GET",
            "/api/notification-templates",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "code": code, "channel": channel, "language": language, "own": own},
            take="templates",
            kind="Template",
            timeout=timeout,
        )
        return self._http.pages(request)

    async def get(
        self,
        code: str,
        channel: str,
        language: str,
        *,
        timeout: float | None = None,
    ) -> WholeTemplate:
        """Read a template with its text.

        Returns the organisation’s text, or else the platform’s.

        Scope: ``notifications:read``.

        :param code: The id of the template.
        :param channel: The id of the template.
        :param language: The id of the template.
        """
        request = Request(
            "GET",
            "/api/notification-templates/{code}/{channel}/{language}",
            values=(code, channel, language,),
            take="template",
            kind="WholeTemplate",
            timeout=timeout,
        )
        return cast("WholeTemplate", await self._http.send(request))

    async def write(
        self,
        code: str,
        channel: str,
        language: str,
        *,
        text: str,
        subject: str | None | Unset = UNSET,
        variables: Mapping[str, VariableKind] | Unset = UNSET,
        purpose: Purpose | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> WholeTemplate:
        """Write a template.

        Replaces the platform’s text, or creates a code of the organisation with its first text. Texts of codes that are not `sendable` cannot be replaced (422), because people rely on them. In a text, `{withName}` is a variable, `{lots, plural, one {# lot} other {# lots}}` depends on a count, and `[…]` is omitted if an optional variable in it is absent. The text must use every required variable. All texts of a code have the same variables and purpose, which may be omitted for an existing code. Queued messages already use the new text.

        Scope: ``notifications:write``.

        :param code: The id of the template.
        :param channel: The id of the template.
        :param language: The id of the template.
        :raises Conflict: The code has other variables or another purpose (details.variables, details.purpose), or the organisation has the maximum number of codes.
        """
        request = Request(
            "PUT",
            "/api/notification-templates/{code}/{channel}/{language}",
            values=(code, channel, language,),
            body=body_of({"subject": subject, "text": text, "variables": variables, "purpose": purpose}, NAMES["WriteTemplate"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="template",
            kind="WholeTemplate",
            timeout=timeout,
        )
        return cast("WholeTemplate", await self._http.send(request))

    async def delete(
        self,
        code: str,
        channel: str,
        language: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Delete a template.

        Restores the platform’s text, if there is one. Deleting the last text of a code of the organisation deletes the code.

        Scope: ``notifications:write``.

        :param code: The id of the template.
        :param channel: The id of the template.
        :param language: The id of the template.
        """
        request = Request(
            "DELETE",
            "/api/notification-templates/{code}/{channel}/{language}",
            values=(code, channel, language,),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="",
            timeout=timeout,
        )
        return cast("Meta", await self._http.send(request))

    async def preview(
        self,
        code: str,
        channel: str,
        language: str,
        *,
        variables: Mapping[str, str],
        recipient_name: str | Unset = UNSET,
        draft: TemplateDraft | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> TemplatePreview:
        """Preview a message.

        Renders the saved text of the template, or a `draft`, with the given variables. The draft must pass the checks of a text that is written. Nothing is saved or sent. Times are in ISO 8601.

        Scope: ``notifications:read``.

        :param code: The id of the template.
        :param channel: The id of the template.
        :param language: The id of the template.
        :raises Conflict: The draft has other variables or another purpose than the code.
        """
        request = Request(
            "POST",
            "/api/notification-templates/{code}/{channel}/{language}/preview",
            values=(code, channel, language,),
            body=body_of({"variables": variables, "recipient_name": recipient_name, "draft": draft}, NAMES["PreviewTemplate"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="preview",
            kind="TemplatePreview",
            timeout=timeout,
        )
        return cast("TemplatePreview", await self._http.send(request))

