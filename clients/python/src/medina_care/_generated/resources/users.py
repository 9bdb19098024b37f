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

    from .. import sent
    from ..._http import Http
    from ...pages import Pages
    from ...records import File, Items, Meta, Unset
    from ..sent import (
        ContactChanges,
        ContactCodeRequest,
        ContactConfirmation,
        UserChanges,
    )
    from ..types import (
        AddressKind,
        Channel,
        Contact,
        Language,
        Member,
        Role,
        SendContactCodeAnswer,
    )


class UsersContactApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Contact:
        """Read the contact data of a user.

        For the user, an administrator and, for patients, the front desk.

        Scope: ``users:read``.

        :param id: The id of the user.
        """
        request = Request(
            "GET",
            "/api/users/{id}/contact",
            values=(id,),
            take="contact",
            kind="Contact",
            timeout=timeout,
        )
        return cast("Contact", self._http.send(request))

    def update(
        self,
        id: str,
        *,
        email: str | None | Unset = UNSET,
        phone: str | None | Unset = UNSET,
        language: Language | Unset = UNSET,
        preferred_channel: Channel | None | Unset = UNSET,
        opt_outs: Sequence[Channel] | Unset = UNSET,
        quiet_hours: sent.QuietHours | None | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Contact:
        """Update the contact data of a user.

        For the user, an administrator and, for patients, the front desk. A guardian cannot change an address of a dependant. Absent fields stay unchanged. National numbers get the country code +212. A new e-mail address or number must be confirmed (`POST /api/users/{id}/contact/codes`); messages to it wait until then.

        Scope: ``users:write``.

        :param id: The id of the user.
        """
        request = Request(
            "PUT",
            "/api/users/{id}/contact",
            values=(id,),
            body=body_of({"email": email, "phone": phone, "language": language, "preferred_channel": preferred_channel, "opt_outs": opt_outs, "quiet_hours": quiet_hours}, NAMES["ContactChanges"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="contact",
            kind="Contact",
            timeout=timeout,
        )
        return cast("Contact", self._http.send(request))

    def send_code(
        self,
        id: str,
        *,
        address: AddressKind,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> SendContactCodeAnswer:
        """Send a code to an unconfirmed address.

        For the user, a guardian, an administrator and, for patients, the front desk. The code has six digits, is valid for 10 minutes and 5 tries, and replaces an earlier code. A change of the address invalidates it. Users can also confirm an address themselves that another user has confirmed for them. An address gets at most 3 codes in an hour and 10 in a day; further calls get 429.

        Scope: ``users:write``.

        :param id: The id of the user.
        :raises Conflict: The user has no such address, or it is already confirmed.
        """
        request = Request(
            "POST",
            "/api/users/{id}/contact/codes",
            values=(id,),
            body=body_of({"address": address}, NAMES["ContactCodeRequest"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="SendContactCodeAnswer",
            timeout=timeout,
        )
        return cast("SendContactCodeAnswer", self._http.send(request))

    def confirm(
        self,
        id: str,
        *,
        address: AddressKind,
        code: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Contact:
        """Confirm an address with its code.

        For the user; or for a guardian, an administrator or, for patients, the front desk, to whom the user tells the code. Messages that waited for the confirmation are sent at once. A wrong, used or expired code gets 422.

        Scope: ``users:write``.

        :param id: The id of the user.
        """
        request = Request(
            "POST",
            "/api/users/{id}/contact/confirmations",
            values=(id,),
            body=body_of({"address": address, "code": code}, NAMES["ContactConfirmation"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="contact",
            kind="Contact",
            timeout=timeout,
        )
        return cast("Contact", self._http.send(request))


class UsersApi:
    def __init__(self, http: Http) -> None:
        self._http = http
        self.contact = UsersContactApi(http)

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        role: Sequence[Role] | Unset = UNSET,
        verified: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Member]:
        """List the users of the organisation.

        Administrators see all users. All other callers see themselves and verified professionals. Professionals and the front desk also see the front desk and administrators. In addition, doctors and dentists see the patients whom they treat, pharmacies see the patients who ordered from them, and the front desk sees all patients. E-mail addresses are visible to administrators, to the front desk and to the user; professionals see those of the staff. Unverified professionals see the same as patients. Newest first.

        Scope: ``users:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param verified: `false` returns the professionals who are not verified yet.
        """
        request = Request(
            "GET",
            "/api/users",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "role": role, "verified": verified},
            take="users",
            kind="Member",
            timeout=timeout,
        )
        return self._http.pages(request)

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Member:
        """Read a user of the organisation.

        Administrators see all users. All other callers see themselves and verified professionals. Professionals and the front desk also see the front desk and administrators. In addition, doctors and dentists see the patients whom they treat, pharmacies see the patients who ordered from them, and the front desk sees all patients. E-mail addresses are visible to administrators, to the front desk and to the user; professionals see those of the staff. Unverified professionals see the same as patients.

        Scope: ``users:read``.

        :param id: The id of the user.
        """
        request = Request(
            "GET",
            "/api/users/{id}",
            values=(id,),
            take="user",
            kind="Member",
            timeout=timeout,
        )
        return cast("Member", self._http.send(request))

    def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        disabled: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Member:
        """Rename, disable or enable a user.

        Absent fields stay unchanged. Disabled users cannot sign in; their sessions end, and their tokens are refused within a second. If a member of the staff is renamed, the member and the other administrators are notified.

        Scope: ``users:write``.

        :param id: The id of the user.
        :raises Conflict: Administrators cannot disable themselves, nor rename themselves if there is another administrator.
        """
        request = Request(
            "PUT",
            "/api/users/{id}",
            values=(id,),
            body=body_of({"name": name, "disabled": disabled}, NAMES["UserChanges"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="user",
            kind="Member",
            timeout=timeout,
        )
        return cast("Member", self._http.send(request))

    def verify(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Member:
        """Verify a professional.

        Confirms that an administrator has checked identity and licence of a doctor, dentist, pharmacist or laboratory. Verifying again changes nothing.

        Scope: ``users:write``.

        :param id: The id of the user.
        :raises Conflict: The user is not a professional.
        """
        request = Request(
            "POST",
            "/api/users/{id}/verify",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="user",
            kind="Member",
            timeout=timeout,
        )
        return cast("Member", self._http.send(request))

    def remove_second_factors(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Remove the lost second factors of a user.

        For a person who has lost their device and recovery codes. Afterwards they can sign in with the password alone. Verify the identity of the person before you call it. The person is notified. Call it in your own browser session.

        Scope: ``users:write``.

        :param id: The id of the user.
        :raises Conflict: The user has no second factor, is the caller, or is also a user of another organisation. In the last case, ask the operator of the installation.
        """
        request = Request(
            "POST",
            "/api/users/{id}/second-factors/remove",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))

