"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..._exchange import Request, body_of
from ..names import NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any, Literal

    from ..._http import Http
    from ...pages import Pages
    from ...records import File, Items, Meta, Unset
    from ..sent import (
        Claim,
        PasswordReset,
        PasswordResetRequest,
        Registration,
    )
    from ..types import (
        ClaimedAccount,
        RegisteredUser,
        RequestPasswordResetAnswer,
    )


class AccountsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def register(
        self,
        *,
        email: str,
        password: str,
        name: str,
        role: Literal["PATIENT", "DOCTOR", "DENTIST", "PHARMACIST", "LABORATORY", "PHARMACY"],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> RegisteredUser:
        """Register a patient, doctor, dentist, pharmacist or laboratory.

        The account belongs to the installation’s registration organisation. Outside the sandbox, an administrator must verify professionals before they can prescribe, fill orders or enter results. `PHARMACY` is accepted for `PHARMACIST`. A network can register at most 100 accounts in an hour; further calls get 429.

        :raises Conflict: This e-mail address is already registered.
        """
        request = Request(
            "POST",
            "/api/auth/register",
            body=body_of({"email": email, "password": password, "name": name, "role": role}, NAMES["Registration"]),
            keyed=True,
            idempotency_key=idempotency_key,
            open=True,
            take="user",
            kind="RegisteredUser",
            timeout=timeout,
        )
        return cast("RegisteredUser", self._http.send(request))

    def request_password_reset(
        self,
        *,
        email: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> RequestPasswordResetAnswer:
        """Request the reset of a forgotten password.

        Sends a code to the address, if it has a login and the person can act in an organisation. The answer is the same if it has none. The code has eight digits, works only together with `resetId`, and is valid for 30 minutes and 5 tries. An address gets at most 3 codes in an hour and 10 in a day at the request of one network, and 30 in a day in all; further calls get 429.
        """
        request = Request(
            "POST",
            "/api/auth/password-resets",
            body=body_of({"email": email}, NAMES["PasswordResetRequest"]),
            keyed=True,
            idempotency_key=idempotency_key,
            open=True,
            kind="RequestPasswordResetAnswer",
            timeout=timeout,
        )
        return cast("RequestPasswordResetAnswer", self._http.send(request))

    def reset_password(
        self,
        *,
        reset_id: str,
        code: str,
        password: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> bool:
        """Set a new password with the code.

        Ends all sessions of the person, in all organisations, and confirms the address. If the address was not confirmed before, the login loses access to patient records that were claimed with another address; their owner can claim them again. A wrong, used or expired code and an unknown `resetId` get the same answer: 422.
        """
        request = Request(
            "POST",
            "/api/auth/password-resets/confirmations",
            body=body_of({"reset_id": reset_id, "code": code, "password": password}, NAMES["PasswordReset"]),
            keyed=True,
            idempotency_key=idempotency_key,
            open=True,
            take="hasAccount",
            kind=None,
            timeout=timeout,
        )
        return cast("bool", self._http.send(request))

    def claim(
        self,
        *,
        address: str,
        birth_date: str,
        code: str,
        email: str,
        password: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> ClaimedAccount:
        """Claim the account of a registered patient.

        Creates a login for the patient’s existing record, with the code that the organisation sent. Appointments and documents stay. A wrong, used or expired code, an unknown address and a wrong birth date all get the same answer: 422.

        :raises Conflict: The e-mail address already has a login. Sign in with it and claim the record with `POST /api/users/me/claims`, or use another address. The code stays valid.
        """
        request = Request(
            "POST",
            "/api/auth/claim",
            body=body_of({"address": address, "birth_date": birth_date, "code": code, "email": email, "password": password}, NAMES["Claim"]),
            keyed=True,
            idempotency_key=idempotency_key,
            open=True,
            take="user",
            kind="ClaimedAccount",
            timeout=timeout,
        )
        return cast("ClaimedAccount", self._http.send(request))

