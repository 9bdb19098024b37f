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

        Returns every consent with its current answer, in a fixed order.

        Scope: ``patients:read``.

        :param id: The id of the patient.
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

        For the patient, or an administrator on their behalf. The body lists every granted consent; all others are withdrawn. Each changed answer creates a new version with its author, time and client. Repeating the same list changes nothing.

        Scope: ``patients:write``.

        :param id: The id of the patient.
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

        Returns the proof that law 09-08 requires: who gave each answer, when, and through which client. Newest first.

        Scope: ``patients:read``.

        :param id: The id of the patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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

        For every caller who may see the patient.

        Scope: ``patients:read``.

        :param id: The id of the patient.
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
        name_ar: str | None | Unset = UNSET,
        insurer: str | None | Unset = UNSET,
        insurance_number: str | None | Unset = UNSET,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> PatientIdentity:
        """Update the identity of a patient.

        For the patient, a doctor or dentist who treats them, or an administrator. Absent fields stay unchanged; null clears a field. After the staff has attested birthDate, sex, nationalId and nameAr, the patient cannot change these four, because signed documents contain them. The staff attests them with a request that sets each of the four that is not null, or that changes attested ones.

        Scope: ``patients:write``.

        :param id: The id of the patient.
        :raises Conflict: The caller is a member of the staff, and a guardian of the patient is not verified (details.unverifiedGuardianships). The front desk must verify or end the guardianship first.
        """
        request = Request(
            "PUT",
            "/api/patients/{id}/identity",
            values=(id,),
            body=body_of({"birth_date": birth_date, "sex": sex, "national_id": national_id, "name_ar": name_ar, "insurer": insurer, "insurance_number": insurance_number}, NAMES["UpdateIdentity"]),
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
        """List the identity disputes of a patient.

        For every caller who may see the patient. Newest first.

        Scope: ``patients:read``.

        :param id: The id of the patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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
        name_ar: str | Unset = UNSET,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> IdentityDispute:
        """Dispute the recorded identity.

        For the patient, who states other values for birthDate, sex, nationalId or nameAr after the staff has attested them. The recorded and the stated values are both kept and shown. Documents contain the recorded values until the staff attests the stated ones.

        Scope: ``patients:write``.

        :param id: The id of the patient.
        :raises Conflict: A dispute is already open; or the staff has not attested the identity, so the patient can still change it.
        """
        request = Request(
            "POST",
            "/api/patients/{id}/identity/dispute",
            values=(id,),
            body=body_of({"birth_date": birth_date, "sex": sex, "national_id": national_id, "name_ar": name_ar, "reason": reason}, NAMES["DisputeIdentity"]),
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
        """Withdraw an identity dispute.

        For the patient. The dispute stays in the history.

        Scope: ``patients:write``.

        :param id: The id of the patient.
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
        """Resolve an identity dispute.

        Attests the recorded or the stated values after seeing a document. For a doctor or dentist who treats the patient, or an administrator.

        Scope: ``patients:write``.

        :param id: The id of the patient.
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
        """List the care relationships of a patient.

        For the patient and administrators. Returns one entry for each professional, including ended relationships and emergency accesses. The relationships that end last come first.

        Scope: ``patients:read``.

        :param id: The id of the patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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

        For the patient or an administrator. If an administrator calls it, the patient and the other administrators are notified. Access lasts as long as after a visit (24 months by default). Calling it again restarts that time.

        Scope: ``patients:write``.

        :param id: The id of the relationship.
        :param professional_id: The id of the relationship.
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
        """End a care relationship.

        For the patient, or an administrator on their behalf. The professional can no longer read the file, but keeps access to their own entries and appointments. A new booking by the patient begins a new relationship.

        Scope: ``patients:write``.

        :param id: The id of the relationship.
        :param professional_id: The id of the relationship.
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

        Available to the patient, the doctors and dentists who treat them, and administrators who opened the file. Newest first.

        Scope: ``patients:read``.

        :param id: The id of the patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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

        Doctors and dentists who treat the patient, and administrators, can record conditions.

        Scope: ``patients:write``.

        :param id: The id of the patient.
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

        Only the user who recorded a condition can update it. Absent fields stay unchanged. Set RESOLVED for a past condition.

        Scope: ``patients:write``.

        :param id: The id of the condition.
        :raises Conflict: The condition was struck.
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

        Only the user who recorded a condition can delete it. It stays in the database but can no longer be read.

        Scope: ``patients:write``.

        :param id: The id of the condition.
        :raises Conflict: The condition was struck.
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

        Administrators strike a condition with a reason. It can still be read, marked as struck, and the patient is no longer recalled for it. Striking again changes nothing.

        Scope: ``patients:write``.

        :param id: The id of the condition.
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
        """Register a dependant.

        Creates a record for a patient without an account, such as a child, and makes the caller their guardian. `id` is the id of the caller. The guardian can act at once, because the record contains only what the guardian enters. `verified` is false until the organisation has seen the papers. To act for an adult, ask them for a code (`POST /api/guardianships/requests`), or ask the organisation.

        Scope: ``patients:write``.

        :param id: The id of the patient.
        :raises Conflict: The caller has too many dependants (details.limit.kind DEPENDANTS), or has registered too many in a year, including those whose guardianship has ended (REGISTERED_DEPENDANTS).
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
        """List the dependants of a patient.

        For the guardian, administrators and the front desk. Includes ended guardianships. Newest first.

        Scope: ``patients:read``.

        :param id: The id of the patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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
        name_ar: str | None | Unset = UNSET,
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

        For the front desk, an administrator, or a doctor or dentist, who then treats the patient. The patient can claim an account later (`POST /api/patients/{id}/claim-codes`). If a record has the same national id, or the same name and birth date, it is reported and nothing is saved. Case, accents, forms of Arabic letters, spaces and the order of names are ignored. A doctor or dentist can register at most 60 patients in an hour and 200 in a day, including refused registrations; further calls get 429.

        Scope: ``patients:write``.

        :raises Conflict: The person may be registered already. `details.duplicates` has the id, name and birthDate of the records that the caller may see. `unverifiedGuardian: true` marks a record with an unverified guardian, who can read what is written in it. `details.hidden` is the number of other records: ask the front desk about them. Send `differentPerson: true` if the patient is another person.
        """
        request = Request(
            "POST",
            "/api/patients",
            body=body_of({"name": name, "birth_date": birth_date, "sex": sex, "national_id": national_id, "name_ar": name_ar, "phone": phone, "email": email, "language": language, "insurer": insurer, "insurance_number": insurance_number, "professional_id": professional_id, "different_person": different_person}, NAMES["PatientRegistration"]),
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

        Administrators and the front desk see every patient. Doctors and dentists see the patients whom they treat (`GET /api/patients/{id}/relationships`). Patients see themselves. Professionals see no patients until they are verified. Newest first; with `name` alone or with `consent`, by the word that matches.

        Scope: ``patients:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
        :param name: Only patients whose name has, for each of these words, a word that begins with it, in any order. Case, accents, Arabic vowel signs and forms of letters are ignored. Particles belong to the next word: `el fas` finds `El Fassi` and `Elfassi`.
        :param phone: Only patients with this telephone number. For administrators, the front desk and patients, with the scope `users:read`, which reads contact data; others get 403.
        :param national_id: Only patients with this national id, in any case and with or without spaces.
        :param birth_date: Only patients born on this day.
        :param consent: Returns only patients with this consent and an enabled account. `MARKETING` returns the audience of campaigns.
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

        For the front desk, an administrator, or the doctor or dentist who registered the patient. The code goes to the address on file, is valid for 24 hours and 5 tries, and replaces an earlier code. An address gets at most 3 codes in an hour and 10 in a day; further calls get 429.

        Scope: ``patients:write``.

        :param id: The id of the patient.
        :raises Conflict: The patient has an account, has no such address, or has an unverified guardian (details.unverifiedGuardianships); or the caller was the last user to change an address of the patient.
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

        Administrators and the front desk see every patient. Doctors and dentists see the patients whom they treat (`GET /api/patients/{id}/relationships`). Patients see themselves. Professionals see no patients until they are verified.

        Scope: ``patients:read``.

        :param id: The id of the patient.
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

        Returns pairs of records with the same national id, or with the same name and birth date. Case, accents and spaces are ignored. The most recently registered first.

        Scope: ``patients:read``.

        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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
        """Preview a merge of two patients.

        Changes nothing. Show the preview to the administrator before the merge, because a merge cannot be undone.

        Scope: ``patients:read``.

        :param id: The id of the patient.
        :param other_id: The record that is merged into the survivor.
        :raises Conflict: Both ids belong to the same record.
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

        Moves all data of the other record to this one, in one transaction. From then on, every operation accepts the id of the other record for this one. Signed documents stay as they were signed. A merge cannot be undone: call `GET /api/patients/{id}/merge-preview/{otherId}` first. Missing values (phone, e-mail, identity fields) are taken from the other record, except that an attested identity takes no value that is not attested. Of two answers about a consent, the later one is in force. Access that a professional has only because they registered one record, and access that was opened with a reason, ends unless it covered both records.

        Scope: ``patients:write``.

        :param id: The id of the patient.
        :raises Conflict: Identity fields differ and identityOf is absent; the other record has a login and loginOf is absent; the owner of the login that stays has not proved that the record without a login is theirs (details.unproved); one of the patients is in a consultation; a guardianship must be verified first; both identities are disputed; one of the records was merged in the meantime; or both ids belong to the same record.
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

        :param id: The id of the patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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

        For a verified doctor or dentist without a care relationship. Access lasts 24 hours. The patient and the administrators get a message, and the audit log and the patient's relationships show the access. While access is in force, a repeated call returns the same answer and sends no message.

        Scope: ``patients:write``.

        :param id: The id of the patient.
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

        Gives access for 24 hours to conditions, notes of appointments, lab orders and results, reasons of follow-ups and certificates, and lets the administrator observe consultations. The patient and the other administrators get a message, and the audit log and the patient's relationships show the access. The patient can end it. While access is in force, a repeated call returns the same answer and sends no message.

        Scope: ``patients:write``.

        :param id: The id of the patient.
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
        """List the guardians of a patient.

        For the patient, their guardians, administrators and the front desk. Includes ended guardianships. Newest first.

        Scope: ``patients:read``.

        :param id: The id of the patient.
        :param page: Page number.
        :param page_size: Records per page.
        :param cursor: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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

