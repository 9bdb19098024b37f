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

        Returns all clients that act as the caller, including disabled clients and clients that administrators created. A client with `actingAllowedAt` may act as the caller; a client with `signingAllowedAt` may sign in the caller’s name. Newest first.

        Scope: ``users:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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

        Call it in your own browser session. Without this permission, a client that another user created is refused every operation (403, `details.acting`), and its webhooks get no events. The permission covers the current secrets of the client. If an administrator rotates the secret or creates a credential link, tokens of the previous secret work until it expires, and tokens of the new secret need a new permission. An added scope ends the permission.

        Scope: ``users:write``.

        :param id: The id of the client.
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

        Takes effect within a second, and also ends the permission to sign. Withdrawing again changes nothing.

        Scope: ``users:write``.

        :param id: The id of the client.
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

        For doctors and dentists, in their own browser session. Also allows the client to act as you. Without this permission, the client cannot issue or sign prescriptions, order lab tests, certify, or replace keys and certificates of signatures. A new secret, credential link or scope of the client ends the permission. Allowing again changes nothing.

        Scope: ``users:write``.

        :param id: The id of the client.
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

        Takes effect within a second. Documents that the client has signed stay valid. Withdrawing again changes nothing.

        Scope: ``users:write``.

        :param id: The id of the client.
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

        Call it in your own browser session. Disables the client permanently, and revokes its tokens and unused credential links. Administrators cannot enable it again.

        Scope: ``users:write``.

        :param id: The id of the client.
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

        Returns the browser sessions of the person in all organisations, last used first. Call it in your own browser session.

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

        Its cookie becomes invalid at once, its access tokens within a second. Call it in your own browser session.

        Scope: ``users:write``.

        :param id: The id of the session.
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

        Ends the sessions in all organisations of the person, except the session of this call. Call it in your own browser session.

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

        Call it in your own browser session.

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
        """Start setting up an authenticator app.

        Creates a secret (RFC 6238: SHA-1, 6 digits, 30 s), which replaces an unconfirmed one. Send its first code to `POST /api/users/me/totp/confirm` within 30 minutes to activate it. Call it in your own browser session.

        Scope: ``users:write``.

        :raises Conflict: An authenticator app is already set up.
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
        """Activate the authenticator app with its first code.

        From now on, a sign-in requires a code after the password. If this is the person’s first second factor, all their other sessions end and the response contains recovery codes; otherwise the list is empty. The person is notified. Call it in your own browser session.

        Scope: ``users:write``.

        :raises Conflict: An authenticator app is already set up.
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

        Removing the last second factor also removes the recovery codes. The person is notified. Call it in your own browser session.

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

        The previous codes become invalid. The person is notified. Call it in your own browser session.

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
        """Start registering a passkey.

        Returns options for `PublicKeyCredential.parseCreationOptionsFromJSON` (WebAuthn), valid for five minutes in this session. Call it in your own browser session.

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

        Call it once, in the session that requested the options. From now on, the person can sign in with the passkey alone, or use it after the password. If this is their first second factor, all their other sessions end and the response contains recovery codes; otherwise the list is empty. The person is notified. Call it in your own browser session.

        Scope: ``users:write``.

        :raises Conflict: The person already has 20 passkeys, or the passkey is already registered.
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

        Removing the last second factor also removes the recovery codes. The person is notified. Call it in your own browser session.

        Scope: ``users:write``.

        :param id: The id of the passkey.
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

        Returns the user as whom the token acts.

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

        Returns the organisations in which the person can act, the earliest membership first. Switch to another one with `POST /api/auth/callback/organization`. The token of a client gets only its own organisation.

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

        Returns the `operationId` of every operation that the plan, scopes and role of the caller allow, sorted. Each operation then decides which records the caller can access.

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

        Requires the current password and the caller’s own browser session. All other sessions of the person end, in all organisations, and a message notifies them. A wrong current password gets 422 and counts as a failed sign-in. After a few failures, further tries get 429 with an increasing delay.

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

        Ends the caller’s membership. Requires their own browser session. Their sessions, tokens, clients and care relationships in this organisation end. Their login, their other memberships and their entries stay. The administrators are notified. Only an administrator can undo it. Patients cannot leave, because the organisation keeps their record.

        Scope: ``users:write``.

        :raises Conflict: The caller has open appointments, orders or lab orders (counted in `details.open`), or is the only administrator.
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

        For a person who already has a login, for example from another organisation. Links the record to that login. Works only in the person’s own session, not for a client. A wrong, used or expired code, an unknown address and a wrong birth date all get the same answer: 422.

        Scope: ``users:write``.

        :raises Conflict: The caller already has a record in that organisation. Its front desk can merge the two.
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

