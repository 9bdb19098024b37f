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
        ClaimCodeRequest,
        DisputeIdentity,
        MergePatients,
        OpenAsAdministrator,
        OpenInEmergency,
        PatientRegistration,
        RecordCondition,
        RegisterDependant,
        ResolveIdentityDispute,
        StateRelationship,
        StrikeCondition,
        UpdateCondition,
        UpdateConsents,
        UpdateIdentity,
    )
    from ..types import (
        AddressKind,
        AdministrativeAccess,
        CareRelationship,
        Condition,
        ConditionStatus,
        Consent,
        ConsentName,
        ConsentVersion,
        DuplicatePair,
        EmergencyAccess,
        Guardianship,
        IdentityDispute,
        Language,
        MergePreview,
        Patient,
        PatientFile,
        PatientIdentity,
        PatientMerge,
        RegisteredPatient,
        Sex,
        SendClaimCodeAnswer,
    )


class PatientsConsentsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Items[Consent]:
        """Read the consents of a patient.

        Every consent in a fixed order, with the current answer.

        Scope: ``patients:read``.

        :param id: Which patient.
        """
        request = Request(
            "GET",
            "/api/patients/{id}/consents",
            values=(id,),
            take="consents",
            kind=["Consent"],
            timeout=timeout,
        )
        return cast("Items[Consent]", self._http.send(request))

    def update(
        self,
        id: str,
        *,
        consents: Sequence[ConsentName],
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Items[Consent]:
        """Update the consents of a patient.

        By the patient, or an administrator on their behalf. The body lists every granted consent; the others are withdrawn. Each changed answer is a new version, kept with its author, time and client; the same list again changes nothing.

        Scope: ``patients:write``.

        :param id: Which patient.
        """
        request = Request(
            "PUT",
            "/api/patients/{id}/consents",
            values=(id,),
            body=body_of({"consents": consents}, NAMES["UpdateConsents"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="consents",
            kind=["Consent"],
            timeout=timeout,
        )
        return cast("Items[Consent]", self._http.send(request))

    def list_history(
        self,
        id: str,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[ConsentVersion]:
        """List the consent history of a patient.

        The proof that law 09-08 requires: who gave each answer, when, and through which client. Newest first.

        Scope: ``patients:read``.

        :param id: Which patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/patients/{id}/consents/history",
            values=(id,),
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="history",
            kind="ConsentVersion",
            timeout=timeout,
        )
        return self._http.pages(request)


class PatientsIdentityApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> PatientIdentity:
        """Read the identity of a patient.

        For the patient, and everyone who may see the patient.

        Scope: ``patients:read``.

        :param id: Which patient.
        """
        request = Request(
            "GET",
            "/api/patients/{id}/identity",
            values=(id,),
            take="identity",
            kind="PatientIdentity",
            timeout=timeout,
        )
        return cast("PatientIdentity", self._http.send(request))

    def update(
        self,
        id: str,
        *,
        birth_date: str | None | Unset = UNSET,
        sex: Sex | None | Unset = UNSET,
        national_id: str | None | Unset = UNSET,
        insurer: str | None | Unset = UNSET,
        insurance_number: str | None | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> PatientIdentity:
        """Update the identity of a patient.

        By the patient, a doctor or dentist who treats them, or an administrator. Absent fields stay unchanged; null clears. Once the staff has recorded birthDate, sex or nationalId, the patient cannot change these three: signed documents state them. The staff attests them by setting every one that is not null, or by changing attested ones.

        Scope: ``patients:write``.

        :param id: Which patient.
        :raises Conflict: By the staff: a guardian made the record, whom no one has verified (details.unverifiedGuardianships). The front desk verifies or ends the guardianship first.
        """
        request = Request(
            "PUT",
            "/api/patients/{id}/identity",
            values=(id,),
            body=body_of({"birth_date": birth_date, "sex": sex, "national_id": national_id, "insurer": insurer, "insurance_number": insurance_number}, NAMES["UpdateIdentity"]),
            keyed=True,
            idempotency_key=idempotency_key,
            if_match=if_match,
            take="identity",
            kind="PatientIdentity",
            timeout=timeout,
        )
        return cast("PatientIdentity", self._http.send(request))

    def list_disputes(
        self,
        id: str,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[IdentityDispute]:
        """List the disputes about the identity of a patient.

        For the patient, and everyone who may see the patient. Newest first.

        Scope: ``patients:read``.

        :param id: Which patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/patients/{id}/identity/disputes",
            values=(id,),
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="disputes",
            kind="IdentityDispute",
            timeout=timeout,
        )
        return self._http.pages(request)

    def dispute(
        self,
        id: str,
        *,
        reason: str,
        birth_date: str | Unset = UNSET,
        sex: Sex | Unset = UNSET,
        national_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> IdentityDispute:
        """Dispute what the staff recorded about the identity.

        By the patient, of birthDate, sex and nationalId once the staff has attested them. Both values are kept and shown; documents state the recorded ones until the staff attests the other.

        Scope: ``patients:write``.

        :param id: Which patient.
        :raises Conflict: A dispute is open, or the staff has not attested the identity, which the patient can then change.
        """
        request = Request(
            "POST",
            "/api/patients/{id}/identity/dispute",
            values=(id,),
            body=body_of({"birth_date": birth_date, "sex": sex, "national_id": national_id, "reason": reason}, NAMES["DisputeIdentity"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="dispute",
            kind="IdentityDispute",
            timeout=timeout,
        )
        return cast("IdentityDispute", self._http.send(request))

    def withdraw_dispute(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> IdentityDispute:
        """Withdraw a dispute.

        By the patient. The dispute stays in the history.

        Scope: ``patients:write``.

        :param id: Which patient.
        :raises Conflict: No dispute is open.
        """
        request = Request(
            "DELETE",
            "/api/patients/{id}/identity/dispute",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="dispute",
            kind="IdentityDispute",
            timeout=timeout,
        )
        return cast("IdentityDispute", self._http.send(request))

    def resolve_dispute(
        self,
        id: str,
        *,
        attested: Literal["RECORDED", "STATED"],
        document: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> IdentityDispute:
        """Attest the recorded or the disputed identity after seeing a document.

        By a doctor or dentist who treats the patient, or an administrator.

        Scope: ``patients:write``.

        :param id: Which patient.
        :raises Conflict: No dispute is open.
        """
        request = Request(
            "POST",
            "/api/patients/{id}/identity/dispute/resolve",
            values=(id,),
            body=body_of({"attested": attested, "document": document}, NAMES["ResolveIdentityDispute"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="dispute",
            kind="IdentityDispute",
            timeout=timeout,
        )
        return cast("IdentityDispute", self._http.send(request))


class PatientsRelationshipsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        id: str,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[CareRelationship]:
        """List the professionals who treat a patient.

        For the patient and administrators. One entry for each professional, with ended relationships and emergency accesses; the latest end first.

        Scope: ``patients:read``.

        :param id: Which patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/patients/{id}/relationships",
            values=(id,),
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="relationships",
            kind="CareRelationship",
            timeout=timeout,
        )
        return self._http.pages(request)

    def state(
        self,
        id: str,
        professional_id: str,
        *,
        basis: Literal["CONSENTED", "REFERRED", "REGISTERED"] | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Allow a doctor or dentist to read the file of a patient.

        By the patient, or by an administrator, which the patient and the other administrators are notified of. It lasts as long as after a contact (24 months by default); stated again, it begins anew.

        Scope: ``patients:write``.

        :param id: Which relationship.
        :param professional_id: Which relationship.
        """
        request = Request(
            "PUT",
            "/api/patients/{id}/relationships/{professionalId}",
            values=(id, professional_id,),
            body=body_of({"basis": basis}, NAMES["StateRelationship"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))

    def end(
        self,
        id: str,
        professional_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """End the relationship of a patient with a professional.

        By the patient, or an administrator on their behalf. The professional can no longer read the file, but keeps what they wrote and their own appointments. A new booking by the patient begins a new relationship.

        Scope: ``patients:write``.

        :param id: Which relationship.
        :param professional_id: Which relationship.
        """
        request = Request(
            "DELETE",
            "/api/patients/{id}/relationships/{professionalId}",
            values=(id, professional_id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))


class PatientsConditionsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        id: str,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        status: Sequence[ConditionStatus] | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Condition]:
        """List the conditions of a patient.

        For the patient, the doctors and dentists who treat them, and administrators. Newest first.

        Scope: ``patients:read``.

        :param id: Which patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/patients/{id}/conditions",
            values=(id,),
            query={"page": page, "pageSize": page_size, "cursor": cursor, "status": status},
            take="conditions",
            kind="Condition",
            timeout=timeout,
        )
        return self._http.pages(request)

    def record(
        self,
        id: str,
        *,
        name: str,
        long_term: bool,
        since: str | None | Unset = UNSET,
        status: ConditionStatus | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Condition:
        """Record a condition of a patient.

        By a doctor or dentist who treats the patient, or an administrator.

        Scope: ``patients:write``.

        :param id: Which patient.
        """
        request = Request(
            "POST",
            "/api/patients/{id}/conditions",
            values=(id,),
            body=body_of({"name": name, "since": since, "long_term": long_term, "status": status}, NAMES["RecordCondition"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="condition",
            kind="Condition",
            timeout=timeout,
        )
        return cast("Condition", self._http.send(request))

    def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        since: str | None | Unset = UNSET,
        long_term: bool | Unset = UNSET,
        status: ConditionStatus | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Condition:
        """Update a condition.

        By the user who recorded it. Absent fields stay unchanged. A past condition is RESOLVED.

        Scope: ``patients:write``.

        :param id: Which condition.
        :raises Conflict: It was struck.
        """
        request = Request(
            "PUT",
            "/api/patients/conditions/{id}",
            values=(id,),
            body=body_of({"name": name, "since": since, "long_term": long_term, "status": status}, NAMES["UpdateCondition"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="condition",
            kind="Condition",
            timeout=timeout,
        )
        return cast("Condition", self._http.send(request))

    def delete(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Meta:
        """Delete a condition that was recorded by mistake.

        By the user who recorded it. It is kept in the database, but can no longer be read.

        Scope: ``patients:write``.

        :param id: Which condition.
        :raises Conflict: It was struck.
        """
        request = Request(
            "DELETE",
            "/api/patients/conditions/{id}",
            values=(id,),
            keyed=True,
            idempotency_key=idempotency_key,
            take="",
            timeout=timeout,
        )
        return cast("Meta", self._http.send(request))

    def strike(
        self,
        id: str,
        *,
        reason: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Condition:
        """Mark a condition as wrong.

        By an administrator, with a reason. It stays readable, marked as struck, and patients are no longer recalled for it. Striking again changes nothing.

        Scope: ``patients:write``.

        :param id: Which condition.
        """
        request = Request(
            "POST",
            "/api/patients/conditions/{id}/strike",
            values=(id,),
            body=body_of({"reason": reason}, NAMES["StrikeCondition"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="condition",
            kind="Condition",
            timeout=timeout,
        )
        return cast("Condition", self._http.send(request))


class PatientsDependantsApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    def register(
        self,
        id: str,
        *,
        name: str,
        birth_date: str,
        sex: Sex,
        kind: Literal["PARENT", "GUARDIAN"],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Guardianship:
        """Register a person for whom the caller acts.

        Makes a new record of a patient without an account, such as a child. The caller acts for them at once, because the record contains only what the caller enters; `verified` is false until the organisation has seen the papers. Of an adult, the adult decides by a code (`POST /api/guardianships/requests`), or the organisation. `id` is the caller.

        Scope: ``patients:write``.

        :param id: Which patient.
        :raises Conflict: The caller has too many dependants (details.limit.kind DEPENDANTS), or has registered too many in a year, ended guardianships included (REGISTERED_DEPENDANTS).
        """
        request = Request(
            "POST",
            "/api/patients/{id}/dependants",
            values=(id,),
            body=body_of({"name": name, "birth_date": birth_date, "sex": sex, "kind": kind}, NAMES["RegisterDependant"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="guardianship",
            kind="Guardianship",
            timeout=timeout,
        )
        return cast("Guardianship", self._http.send(request))

    def list(
        self,
        id: str,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Guardianship]:
        """List the people for whom a patient acts.

        For the guardian, administrators and the front desk, with ended guardianships. Newest first.

        Scope: ``patients:read``.

        :param id: Which patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/patients/{id}/dependants",
            values=(id,),
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="guardianships",
            kind="Guardianship",
            timeout=timeout,
        )
        return self._http.pages(request)


class PatientsApi:
    def __init__(self, http: Http) -> None:
        self._http = http
        self.consents = PatientsConsentsApi(http)
        self.identity = PatientsIdentityApi(http)
        self.relationships = PatientsRelationshipsApi(http)
        self.conditions = PatientsConditionsApi(http)
        self.dependants = PatientsDependantsApi(http)

    def register(
        self,
        *,
        name: str,
        birth_date: str,
        sex: Sex | None | Unset = UNSET,
        national_id: str | None | Unset = UNSET,
        phone: str | None | Unset = UNSET,
        email: str | None | Unset = UNSET,
        language: Language | Unset = UNSET,
        insurer: str | None | Unset = UNSET,
        insurance_number: str | None | Unset = UNSET,
        professional_id: str | Unset = UNSET,
        different_person: bool | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> RegisteredPatient:
        """Register a patient without an account.

        By the front desk, an administrator, or a doctor or dentist, who then treats the patient. The patient may claim an account later (`POST /api/patients/{id}/claim-codes`). A person with the same national id, or the same name and birth date, is reported before anything is saved; names are compared without case, accents, forms of Arabic letters, spaces and order. A doctor or dentist registers at most 60 in an hour and 200 in a day, refused ones included, then 429.

        Scope: ``patients:write``.

        :raises Conflict: The person may be registered already. `details.duplicates` has id, name and birthDate of those whom the caller may see, with `unverifiedGuardian: true` if a guardian made the record whom no one has verified: they would read what is written in it. `details.hidden` counts the others: ask the front desk about them. Send `differentPerson: true` for another person.
        """
        request = Request(
            "POST",
            "/api/patients",
            body=body_of({"name": name, "birth_date": birth_date, "sex": sex, "national_id": national_id, "phone": phone, "email": email, "language": language, "insurer": insurer, "insurance_number": insurance_number, "professional_id": professional_id, "different_person": different_person}, NAMES["PatientRegistration"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="patient",
            kind="RegisteredPatient",
            timeout=timeout,
        )
        return cast("RegisteredPatient", self._http.send(request))

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        name: str | Unset = UNSET,
        phone: str | Unset = UNSET,
        national_id: str | Unset = UNSET,
        birth_date: str | Unset = UNSET,
        consent: ConsentName | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Patient]:
        """List patients.

        Administrators and the front desk see every patient, doctors and dentists those whom they treat (`GET /api/patients/{id}/relationships`), patients themselves. Professionals see none until they are verified. Newest first; with `name` alone or with `consent`, by the word that matches.

        Scope: ``patients:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
        :param name: Only patients whose name has, for each of these words, a word that begins with it, in any order. Case, accents, Arabic vowel signs and forms of letters are ignored. Particles belong to the next word: `el fas` finds `El Fassi` and `Elfassi`.
        :param phone: Only patients with this telephone number. For administrators, the front desk and patients; others get 403.
        :param national_id: Only patients with this national id, in any case and with or without spaces.
        :param birth_date: Only patients born on this day.
        :param consent: Only patients who granted this consent and whose account is enabled. `MARKETING`: the audience of campaigns.
        """
        request = Request(
            "GET",
            "/api/patients",
            query={"page": page, "pageSize": page_size, "cursor": cursor, "name": name, "phone": phone, "nationalId": national_id, "birthDate": birth_date, "consent": consent},
            take="patients",
            kind="Patient",
            timeout=timeout,
        )
        return self._http.pages(request)

    def send_claim_code(
        self,
        id: str,
        *,
        address: AddressKind,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> SendClaimCodeAnswer:
        """Send a patient the code to claim their account.

        By the front desk, an administrator, or the doctor or dentist who registered the patient. The code goes to the address on file, is valid for 24 hours and 5 tries, and replaces an earlier one. An address gets at most 3 codes in an hour and 10 in a day, then 429.

        Scope: ``patients:write``.

        :param id: Which patient.
        :raises Conflict: The patient has an account, no such address, or a guardian whom no one verified (details.unverifiedGuardianships); or the caller was the last to change an address of the patient.
        """
        request = Request(
            "POST",
            "/api/patients/{id}/claim-codes",
            values=(id,),
            body=body_of({"address": address}, NAMES["ClaimCodeRequest"]),
            keyed=True,
            idempotency_key=idempotency_key,
            kind="SendClaimCodeAnswer",
            timeout=timeout,
        )
        return cast("SendClaimCodeAnswer", self._http.send(request))

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> PatientFile:
        """Read a patient.

        Administrators and the front desk see every patient, doctors and dentists those whom they treat (`GET /api/patients/{id}/relationships`), patients themselves. Professionals see none until they are verified.

        Scope: ``patients:read``.

        :param id: Which patient.
        """
        request = Request(
            "GET",
            "/api/patients/{id}",
            values=(id,),
            take="patient",
            kind="PatientFile",
            timeout=timeout,
        )
        return cast("PatientFile", self._http.send(request))

    def list_duplicates(
        self,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[DuplicatePair]:
        """List patients who may be the same person.

        Pairs with the same national id, or the same name and birth date. Spellings are compared without case, accents and spaces. The most recently registered first.

        Scope: ``patients:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/patients/duplicates",
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="duplicates",
            kind="DuplicatePair",
            timeout=timeout,
        )
        return self._http.pages(request)

    def preview_merge(
        self,
        id: str,
        other_id: str,
        *,
        timeout: float | None = None,
    ) -> MergePreview:
        """Show what a merge of two patients would do.

        Changes nothing. Show it to the administrator before the merge, which cannot be undone.

        Scope: ``patients:read``.

        :param id: Which patient.
        :param other_id: The record that is merged away.
        :raises Conflict: Both ids are of one record.
        """
        request = Request(
            "GET",
            "/api/patients/{id}/merge-preview/{otherId}",
            values=(id, other_id,),
            take="preview",
            kind="MergePreview",
            timeout=timeout,
        )
        return cast("MergePreview", self._http.send(request))

    def merge(
        self,
        id: str,
        *,
        other_id: str,
        reason: str,
        identity_of: str | Unset = UNSET,
        login_of: str | None | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> PatientMerge:
        """Merge another record of the same person into a patient.

        Moves everything of the other record to this one, in one transaction. From then on the id of the other record means this one, in every operation. Signed documents stay as they were signed. It cannot be undone: read `GET /api/patients/{id}/merge-preview/{otherId}` first. What one record lacks (phone, e-mail, identity fields) the other gives, except that an attested identity takes nothing that is not attested; of consents, the last answer is in force. Access that a professional has only because they registered one record, or that was opened with a reason, ends unless they had access to both.

        Scope: ``patients:write``.

        :param id: Which patient.
        :raises Conflict: Identity fields differ and identityOf is absent; the other record signs in and loginOf is absent; the login that would stay is not proved to be of a record without one (details.unproved); one of them is in a consultation; a guardianship must be verified first; both identities are disputed; one of them was merged meanwhile; or both ids are of one record.
        """
        request = Request(
            "POST",
            "/api/patients/{id}/merge",
            values=(id,),
            body=body_of({"other_id": other_id, "reason": reason, "identity_of": identity_of, "login_of": login_of}, NAMES["MergePatients"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="merge",
            kind="PatientMerge",
            timeout=timeout,
        )
        return cast("PatientMerge", self._http.send(request))

    def list_merges(
        self,
        id: str,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[PatientMerge]:
        """List the records that were merged into a patient.

        Newest first.

        Scope: ``patients:read``.

        :param id: Which patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/patients/{id}/merges",
            values=(id,),
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="merges",
            kind="PatientMerge",
            timeout=timeout,
        )
        return self._http.pages(request)

    def open_in_emergency(
        self,
        id: str,
        *,
        reason: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> EmergencyAccess:
        """Open the file of a patient in an emergency.

        By a verified doctor or dentist without a relationship, for 24 hours. The patient and the administrators get a message; the audit log and the patient's relationships show the access. While it is in force, a repeated call gets the same answer and sends no message.

        Scope: ``patients:write``.

        :param id: Which patient.
        """
        request = Request(
            "POST",
            "/api/patients/{id}/emergency-access",
            values=(id,),
            body=body_of({"reason": reason}, NAMES["OpenInEmergency"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="emergencyAccess",
            kind="EmergencyAccess",
            timeout=timeout,
        )
        return cast("EmergencyAccess", self._http.send(request))

    def open_as_administrator(
        self,
        id: str,
        *,
        reason: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdministrativeAccess:
        """Open the clinical content of a patient as an administrator.

        For 24 hours: conditions, notes of appointments, lab orders and results, reasons of follow-ups, certificates, and observing consultations. The patient and the other administrators get a message; the audit log and the patient's relationships show the access, which the patient can end. While it is in force, a repeated call gets the same answer and sends no message.

        Scope: ``patients:write``.

        :param id: Which patient.
        """
        request = Request(
            "POST",
            "/api/patients/{id}/administrative-access",
            values=(id,),
            body=body_of({"reason": reason}, NAMES["OpenAsAdministrator"]),
            keyed=True,
            idempotency_key=idempotency_key,
            take="administrativeAccess",
            kind="AdministrativeAccess",
            timeout=timeout,
        )
        return cast("AdministrativeAccess", self._http.send(request))

    def list_guardians(
        self,
        id: str,
        *,
        page: int | Unset = UNSET,
        page_size: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Pages[Guardianship]:
        """List the people who act for a patient.

        For the patient, their guardians, administrators and the front desk, with ended guardianships. Newest first.

        Scope: ``patients:read``.

        :param id: Which patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
        """
        request = Request(
            "GET",
            "/api/patients/{id}/guardians",
            values=(id,),
            query={"page": page, "pageSize": page_size, "cursor": cursor},
            take="guardianships",
            kind="Guardianship",
            timeout=timeout,
        )
        return self._http.pages(request)

