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
        AppCode,
        NewPasskey,
        PasswordChange,
        PasswordProof,
        SecondFactorProof,
        UserClaim,
    )
    from ..types import (
        ClaimedRecord,
        Client,
        Membership,
        OwnSession,
        User,
        ReadSecondFactorsAnswer,
        BeginTotpAnswer,
        ConfirmTotpAnswer,
        ReplaceRecoveryCodesAnswer,
        AddPasskeyAnswer,
    )


class MeClientsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Client]:
        """List the clients that act as the current user.

        All clients that act as the caller, including disabled ones and those that administrators created. `actingAllowedAt` shows which may act as the caller, `signingAllowedAt` which may sign in the caller’s name. Newest first.

        Scope: ``users:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/users/me/clients",
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="clients",
            kind="Client",
            timeout=timeout,
        )
        return self._http.pages(request)

    def allow_acting(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Client:
        """Allow a client to act as you.

        In the caller’s own browser session. Until then a client that another user made is refused every operation (403, `details.acting`), and its webhooks get no events. The permission covers the secrets that the client has now: after a rotation or a credential link of an administrator, tokens of the previous secret go on until it expires, and those of the new one wait for the permission. An added scope ends it.

        Scope: ``users:write``.

        :param id: Which client.
        :raises Conflict: The client is disabled.
        """
        request = Request(
            "POST",
            "/api/users/me/clients/{id}/acting",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="client",
            kind="Client",
            timeout=timeout,
        )
        return cast("Client", self._http.send(request))

    def withdraw_acting(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Client:
        """Withdraw a client’s permission to act as you.

        Takes effect within a second, and ends its permission to sign too. Withdrawing again changes nothing.

        Scope: ``users:write``.

        :param id: Which client.
        """
        request = Request(
            "DELETE",
            "/api/users/me/clients/{id}/acting",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="client",
            kind="Client",
            timeout=timeout,
        )
        return cast("Client", self._http.send(request))

    def allow_signing(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Client:
        """Allow a client to sign in your name.

        Doctors and dentists only, in their own browser session. This also allows it to act as them. Until then a client that acts as them cannot issue or sign prescriptions, order lab tests, certify, or replace keys and certificates of signatures. A new secret, credential link or scope of the client ends the permission. Allowing again changes nothing.

        Scope: ``users:write``.

        :param id: Which client.
        :raises Conflict: The client is disabled.
        """
        request = Request(
            "POST",
            "/api/users/me/clients/{id}/signing",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="client",
            kind="Client",
            timeout=timeout,
        )
        return cast("Client", self._http.send(request))

    def withdraw_signing(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Client:
        """Withdraw a client’s permission to sign in your name.

        Takes effect within a second. What it has signed stays. Withdrawing again changes nothing.

        Scope: ``users:write``.

        :param id: Which client.
        """
        request = Request(
            "DELETE",
            "/api/users/me/clients/{id}/signing",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="client",
            kind="Client",
            timeout=timeout,
        )
        return cast("Client", self._http.send(request))

    def end(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """End a client that acts as you.

        In the caller’s own browser session. Disables the client permanently, and revokes its tokens and unused credential links. Administrators cannot enable it again.

        Scope: ``users:write``.

        :param id: Which client.
        """
        request = Request(
            "DELETE",
            "/api/users/me/clients/{id}",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))


class MeSessionsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> Items[OwnSession]:
        """List the sessions of the current user.

        Sessions in browsers, in all organisations of the person, the last used first. In the caller’s own browser session.

        Scope: ``users:read``.
        """
        request = Request(
            "GET",
            "/api/users/me/sessions",
            take="sessions",
            kind=["OwnSession"],
            timeout=timeout,
        )
        return cast("Items[OwnSession]", self._http.send(request))

    def end(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """End a session of the current user.

        Its cookie is invalid at once, its access tokens within a second. In the caller’s own browser session.

        Scope: ``users:write``.

        :param id: Which session.
        """
        request = Request(
            "DELETE",
            "/api/users/me/sessions/{id}",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))

    def end_others(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> int:
        """End all other sessions of the current user.

        In all organisations of the person; the session of this call stays. In the caller’s own browser session.

        Scope: ``users:write``.
        """
        request = Request(
            "POST",
            "/api/users/me/sessions/end-others",
            keyed=True,
            idempotency_key=idempotency_key,
            take="ended",
            kind=None,
            timeout=timeout,
        )
        return cast("int", self._http.send(request))


class MeSecondFactorsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> ReadSecondFactorsAnswer:
        """Read the second factors of the current user.

        In the caller’s own browser session.

        Scope: ``users:read``.
        """
        request = Request(
            "GET",
            "/api/users/me/second-factors",
            kind="ReadSecondFactorsAnswer",
            timeout=timeout,
        )
        return cast("ReadSecondFactorsAnswer", self._http.send(request))

    def begin_totp(
        self,
        *,
        password: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> BeginTotpAnswer:
        """Begin to set up an authenticator app.

        Makes a secret (RFC 6238: SHA-1, 6 digits, 30 s). It replaces one that was not confirmed, and is valid once `POST /api/users/me/totp/confirm` gets its first code, within 30 minutes. In the caller’s own browser session.

        Scope: ``users:write``.

        :raises Conflict: An authenticator app is set up already.
        """
        request = Request(
            "POST",
            "/api/users/me/totp",
            body=body_of({"password": password}, NAMES["PasswordProof"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="BeginTotpAnswer",
            timeout=timeout,
        )
        return cast("BeginTotpAnswer", self._http.send(request))

    def confirm_totp(
        self,
        *,
        code: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> ConfirmTotpAnswer:
        """Set up the authenticator app by its first code.

        From now on a sign-in needs a code after the password. All other sessions of the person end. With the first second factor the answer has recovery codes; otherwise the list is empty. A message notifies the person. In the caller’s own browser session.

        Scope: ``users:write``.

        :raises Conflict: An authenticator app is set up already.
        """
        request = Request(
            "POST",
            "/api/users/me/totp/confirm",
            body=body_of({"code": code}, NAMES["AppCode"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="ConfirmTotpAnswer",
            timeout=timeout,
        )
        return cast("ConfirmTotpAnswer", self._http.send(request))

    def remove_totp(
        self,
        *,
        password: str,
        code: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Remove the authenticator app.

        Recovery codes end with the last second factor. A message notifies the person. In the caller’s own browser session.

        Scope: ``users:write``.

        :raises Conflict: No authenticator app is set up.
        """
        request = Request(
            "POST",
            "/api/users/me/totp/remove",
            body=body_of({"password": password, "code": code}, NAMES["SecondFactorProof"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))

    def replace_recovery_codes(
        self,
        *,
        password: str,
        code: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> ReplaceRecoveryCodesAnswer:
        """Replace the recovery codes.

        Earlier ones end. A message notifies the person. In the caller’s own browser session.

        Scope: ``users:write``.

        :raises Conflict: No second factor is set up.
        """
        request = Request(
            "POST",
            "/api/users/me/recovery-codes",
            body=body_of({"password": password, "code": code}, NAMES["SecondFactorProof"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="ReplaceRecoveryCodesAnswer",
            timeout=timeout,
        )
        return cast("ReplaceRecoveryCodesAnswer", self._http.send(request))

    def begin_passkey(
        self,
        *,
        password: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> dict[str, Any]:
        """Begin to register a passkey.

        Options for `PublicKeyCredential.parseCreationOptionsFromJSON` (WebAuthn), valid for five minutes in this session. In the caller’s own browser session.

        Scope: ``users:write``.
        """
        request = Request(
            "POST",
            "/api/users/me/passkeys/options",
            body=body_of({"password": password}, NAMES["PasswordProof"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="options",
            kind=None,
            timeout=timeout,
        )
        return cast("dict[str, Any]", self._http.send(request))

    def add_passkey(
        self,
        *,
        name: str,
        credential: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AddPasskeyAnswer:
        """Register a passkey.

        In the session that began it, once. From now on the person signs in with it alone, or after the password. With the first second factor all other sessions of the person end, and the answer has recovery codes; otherwise the list is empty. A message notifies the person. In the caller’s own browser session.

        Scope: ``users:write``.

        :raises Conflict: The person has 20 passkeys, or the passkey is registered already.
        """
        request = Request(
            "POST",
            "/api/users/me/passkeys",
            body=body_of({"name": name, "credential": credential}, NAMES["NewPasskey"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="AddPasskeyAnswer",
            timeout=timeout,
        )
        return cast("AddPasskeyAnswer", self._http.send(request))

    def remove_passkey(
        self,
        id: str,
        *,
        password: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Remove a passkey.

        Recovery codes end with the last second factor. A message notifies the person. In the caller’s own browser session.

        Scope: ``users:write``.

        :param id: Which passkey.
        """
        request = Request(
            "POST",
            "/api/users/me/passkeys/{id}/remove",
            values=(id,),
            body=body_of({"password": password}, NAMES["PasswordProof"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))


class MeApi:
    def __init__(self, http: Http) -> None:
        self._http = http
        self.clients = MeClientsApi(http)
        self.sessions = MeSessionsApi(http)
        self.second_factors = MeSecondFactorsApi(http)

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> User:
        """Read the current user.

        The user as whom the token acts.

        Scope: ``users:read``.
        """
        request = Request(
            "GET",
            "/api/users/me",
            kind="User",
            timeout=timeout,
        )
        return cast("User", self._http.send(request))

    def list_memberships(
        self,
        *,
        timeout: float | None = None,
    ) -> Items[Membership]:
        """List the organisations of the current user.

        Where the person may act, the earliest first, for changing with `POST /api/auth/callback/organization`. A token of a client gets its own organisation only.

        Scope: ``users:read``.
        """
        request = Request(
            "GET",
            "/api/users/me/memberships",
            take="memberships",
            kind=["Membership"],
            timeout=timeout,
        )
        return cast("Items[Membership]", self._http.send(request))

    def list_operations(
        self,
        *,
        timeout: float | None = None,
    ) -> Items[str]:
        """List the operations that the caller may call.

        By the `operationId` of this document, sorted: those that plan, scopes and role allow. Which records they reach is decided by each of them.

        Scope: ``users:read``.
        """
        request = Request(
            "GET",
            "/api/users/me/operations",
            take="operations",
            kind=None,
            timeout=timeout,
        )
        return cast("Items[str]", self._http.send(request))

    def change_password(
        self,
        *,
        current_password: str,
        new_password: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Change the password of the current user.

        With the present password, in the caller’s own browser session. All other sessions of the person end, in all organisations, and a message notifies them. A wrong present password is 422 and counts as a failed sign-in: after a few, further ones are delayed increasingly with 429.

        Scope: ``users:write``.
        """
        request = Request(
            "POST",
            "/api/users/me/password",
            body=body_of({"current_password": current_password, "new_password": new_password}, NAMES["PasswordChange"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))

    def leave(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Leave the organisation.

        Ends the caller’s membership, in their own browser session. Their sessions, tokens and clients here end, and so do their care relationships. Login and other memberships stay, and so does what they wrote. The administrators are notified. Only an administrator can undo it. A patient’s record stays with the organisation.

        Scope: ``users:write``.

        :raises Conflict: The caller has open appointments, orders or lab orders, which `details.open` counts, or is the only administrator.
        """
        request = Request(
            "POST",
            "/api/users/me/leave",
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))

    def claim(
        self,
        *,
        address: str,
        birth_date: str,
        code: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> ClaimedRecord:
        """Claim a patient record with the login of the caller.

        For a person who has a login, from another organisation say: the record becomes theirs in its organisation. Signed in, not by a client. A wrong, used or expired code, an unknown address and another birth date have the same answer: 422.

        Scope: ``users:write``.

        :raises Conflict: The caller has a record in that organisation already: its front desk can merge the two.
        """
        request = Request(
            "POST",
            "/api/users/me/claims",
            body=body_of({"address": address, "birth_date": birth_date, "code": code}, NAMES["UserClaim"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="user",
            kind="ClaimedRecord",
            timeout=timeout,
        )
        return cast("ClaimedRecord", self._http.send(request))

