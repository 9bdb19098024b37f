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
        ReplaceSigningCertificate,
    )
    from ..types import (
        SigningCertificate,
        SigningCertificateStatus,
        SigningCertificateWithChain,
    )


class SigningCertificatesApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        status: Sequence[SigningCertificateStatus] | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[SigningCertificate]:
        """List signing certificates.

        Administrators see all certificates of the organisation; doctors and dentists see their own and the organisation’s. Newest first.

        Scope: ``documents:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/signing-certificates",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "status": status},
            take="signingCertificates",
            kind="SigningCertificate",
            timeout=timeout,
        )
        return self._http.pages(request)

    def replace(
        self,
        *,
        chain_pem: str,
        private_key_pem: str,
        for_: Literal["SELF", "ORGANISATION"],
        passphrase: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> SigningCertificateWithChain:
        """Replace a signing certificate.

        Documents are signed with the certificate of their doctor or dentist, or else with the organisation’s. The previous certificate is retired: its private key is destroyed, and its signatures stay valid.

        Scope: ``documents:write``.
        """
        request = Request(
            "POST",
            "/api/signing-certificates",
            body=body_of({"chain_pem": chain_pem, "private_key_pem": private_key_pem, "passphrase": passphrase, "for_": for_}, NAMES["ReplaceSigningCertificate"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="signingCertificate",
            kind="SigningCertificateWithChain",
            timeout=timeout,
        )
        return cast("SigningCertificateWithChain", self._http.send(request))

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> SigningCertificateWithChain:
        """Read a signing certificate.

        Includes the certificate chain, with which signatures can be verified.

        Scope: ``documents:read``.

        :param id: The id of the signing certificate.
        """
        request = Request(
            "GET",
            "/api/signing-certificates/{id}",
            values=(id,),
            take="signingCertificate",
            kind="SigningCertificateWithChain",
            timeout=timeout,
        )
        return cast("SigningCertificateWithChain", self._http.send(request))

    def retire(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> SigningCertificateWithChain:
        """Retire a signing certificate.

        The certificate no longer signs documents, and its private key is destroyed. Its signatures stay valid. Retiring again changes nothing.

        Scope: ``documents:write``.

        :param id: The id of the signing certificate.
        """
        request = Request(
            "POST",
            "/api/signing-certificates/{id}/retire",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="signingCertificate",
            kind="SigningCertificateWithChain",
            timeout=timeout,
        )
        return cast("SigningCertificateWithChain", self._http.send(request))

