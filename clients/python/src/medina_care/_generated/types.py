"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypeAlias

from ..records import Record

AccessRequestStatus: TypeAlias = Literal["PENDING", "GRANTED", "REFUSED"] | str
AddressKind: TypeAlias = Literal["EMAIL", "PHONE"] | str
AppointmentStatus: TypeAlias = Literal["SCHEDULED", "CONFIRMED", "IN_PROGRESS", "COMPLETED", "CANCELLED", "NO_SHOW"] | str
Channel: TypeAlias = Literal["WHATSAPP", "SMS", "EMAIL"] | str
ClientStatus: TypeAlias = Literal["ENABLED", "DISABLED"] | str
ConditionStatus: TypeAlias = Literal["ACTIVE", "RESOLVED"] | str
ConsentName: TypeAlias = Literal["MARKETING", "TELECONSULTATION", "DATA_SHARING", "RECORDING"] | str
DeliveryError: TypeAlias = Literal["http_error", "timeout", "connection_refused", "connection_reset", "unreachable", "dns_error", "tls_error", "blocked_address", "invalid_response", "lease_lost", "interrupted", "internal_error"] | str
DeliveryState: TypeAlias = Literal["PENDING", "SENDING", "SUCCEEDED", "FAILED", "HELD", "CANCELLED"] | str
DeliveryTrigger: TypeAlias = Literal["AUTO", "MANUAL", "RECOVERY"] | str
DocumentLanguage: TypeAlias = Literal["fr", "ar", "fr-ar"] | str
DocumentStatus: TypeAlias = Literal["VALID", "CANCELLED"] | str
DocumentTemplate: TypeAlias = Literal["prescription", "certificate", "invoice", "attestation"] | str
EnrolmentState: TypeAlias = Literal["ACTIVE", "COMPLETED", "STOPPED"] | str
EnrolmentStopReason: TypeAlias = Literal["CONSENT_WITHDRAWN", "OPTED_OUT", "REPLIED", "ACCOUNT_DISABLED", "BY_ADMINISTRATOR"] | str
EventKind: TypeAlias = Literal["appointment.created", "appointment.updated", "appointment.cancelled", "appointment.completed", "prescription.created", "prescription.signed", "lab_order.created", "lab_order.status_changed", "lab_result.published", "lab_result.critical_alert", "payment.succeeded", "payment.refunded", "review.created", "patient.created", "patient.consent_updated"] | str
FileType: TypeAlias = Literal["application/pdf", "image/jpeg", "image/png"] | str
FollowUpStatus: TypeAlias = Literal["PROPOSED", "ACCEPTED", "DECLINED", "CANCELLED"] | str
GuardianKind: TypeAlias = Literal["PARENT", "GUARDIAN", "CARER"] | str
GuestKind: TypeAlias = Literal["FAMILY", "INTERPRETER", "OTHER"] | str
HolidayCode: TypeAlias = Literal["NEW_YEAR", "INDEPENDENCE_MANIFESTO", "AMAZIGH_NEW_YEAR", "LABOUR_DAY", "THRONE_DAY", "OUED_ED_DAHAB", "REVOLUTION", "YOUTH_DAY", "UNITY_DAY", "GREEN_MARCH", "INDEPENDENCE_DAY", "ISLAMIC_NEW_YEAR", "MAWLID", "EID_AL_FITR", "EID_AL_ADHA", "RAMADAN"] | str
InvitableRole: TypeAlias = Literal["DOCTOR", "DENTIST", "PHARMACIST", "LABORATORY", "RECEPTIONIST", "ADMIN"] | str
InvitationStatus: TypeAlias = Literal["PENDING", "ACCEPTED", "REVOKED", "EXPIRED"] | str
InvoiceStatus: TypeAlias = Literal["OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_REFUNDED", "REFUNDED", "CANCELLED"] | str
LabOrderStatus: TypeAlias = Literal["ORDERED", "COLLECTED", "IN_PROGRESS", "RESULTS_READY", "RELEASED", "CANCELLED"] | str
Language: TypeAlias = Literal["fr", "ar", "en"] | str
MessageStatus: TypeAlias = Literal["QUEUED", "SENT", "DELIVERED", "READ", "FAILED"] | str
OpeningExceptionKind: TypeAlias = Literal["CLOSED", "OPEN"] | str
OpeningSeason: TypeAlias = Literal["RAMADAN"] | str
OrderStatus: TypeAlias = Literal["PENDING", "PREPARING", "READY", "DELIVERED", "CANCELLED", "REJECTED"] | str
PaymentMethod: TypeAlias = Literal["CARD", "CASH"] | str
Plan: TypeAlias = Literal["STARTER", "PRO", "ENTERPRISE"] | str
PrescriptionStatus: TypeAlias = Literal["ISSUED", "CANCELLED"] | str
Purpose: TypeAlias = Literal["CRITICAL", "SERVICE", "MARKETING"] | str
RelationshipBasis: TypeAlias = Literal["BOOKED_BY_PATIENT", "VISITED", "REFERRED", "REGISTERED", "CONSENTED", "EMERGENCY", "ADMINISTRATION"] | str
Role: TypeAlias = Literal["PATIENT", "DOCTOR", "DENTIST", "PHARMACIST", "LABORATORY", "RECEPTIONIST", "ADMIN"] | str
Scope: TypeAlias = Literal["users:read", "users:write", "doctors:read", "doctors:write", "appointments:read", "appointments:write", "prescriptions:read", "prescriptions:write", "orders:read", "orders:write", "notifications:read", "notifications:write", "pdf:generate", "documents:read", "documents:write", "video:join", "webhooks:manage", "clients:manage", "access_requests:manage", "leads:read", "lab_orders:read", "lab_orders:write", "invoices:read", "invoices:write", "reviews:write", "follow_ups:read", "follow_ups:write", "patients:read", "patients:write", "campaigns:read", "campaigns:write", "stock:read", "stock:write", "services:read", "services:write", "schedules:read", "schedules:write", "slots:read", "holds:write", "audit:read"] | str
SeriesFrequency: TypeAlias = Literal["WEEKLY", "MONTHLY"] | str
Sex: TypeAlias = Literal["F", "M"] | str
SigningCertificateStatus: TypeAlias = Literal["IN_USE", "RETIRED"] | str
StockReason: TypeAlias = Literal["RECEIVED", "SOLD", "RETURNED", "LOST", "CORRECTION"] | str
SubstanceTable: TypeAlias = Literal["A", "B", "C"] | str
VariableKind: TypeAlias = Literal["text", "name", "time", "day", "count", "link", "visits"] | str
VisitMode: TypeAlias = Literal["VIDEO", "IN_PERSON", "HOME", "PHONE"] | str
VisitTypeBooker: TypeAlias = Literal["PATIENT", "STAFF"] | str
WaitlistStatus: TypeAlias = Literal["WAITING", "OFFERED", "BOOKED", "LEFT", "EXPIRED"] | str
WebhookStatus: TypeAlias = Literal["ENABLED", "DISABLED_USER", "DISABLED_AUTO", "GONE"] | str

class AccessRequest(Record):
    id: str
    organization: str
    contact_name: str
    email: str
    purpose: str
    sandbox_only: bool
    status: AccessRequestStatus
    created_at: datetime
    decided_at: datetime | None
    decided_by: str | None
    reason: str | None
    """The reason of a refusal, if one was given."""
    tenant_id: str | None
    """The organisation that was created."""
    client_id: str | None
    """The first client of the organisation."""

    _fields = {
        "id": ("id", None),
        "organization": ("organization", None),
        "contactName": ("contact_name", None),
        "email": ("email", None),
        "purpose": ("purpose", None),
        "sandboxOnly": ("sandbox_only", None),
        "status": ("status", "AccessRequestStatus"),
        "createdAt": ("created_at", "time"),
        "decidedAt": ("decided_at", "time"),
        "decidedBy": ("decided_by", None),
        "reason": ("reason", None),
        "tenantId": ("tenant_id", None),
        "clientId": ("client_id", None),
    }


class ActiveRoom(Record):
    appointment_id: str
    practitioner: Literal["ABSENT", "PRESENT"] | str
    patient: Literal["ABSENT", "WAITING", "PRESENT"] | str
    """WAITING: in the lobby, until the practitioner admits them. A guardian counts as the patient."""
    guests_waiting: int
    """Guests and observers in the lobby."""
    waiting_since: datetime | None
    """Arrival of the participant who has waited longest."""
    together_since: datetime | None
    """Start of the video connection between practitioner and patient; null if they are not connected."""

    _fields = {
        "appointmentId": ("appointment_id", None),
        "practitioner": ("practitioner", None),
        "patient": ("patient", None),
        "guestsWaiting": ("guests_waiting", None),
        "waitingSince": ("waiting_since", "time"),
        "togetherSince": ("together_since", "time"),
    }


class AdministrativeAccess(Record):
    id: str
    patient_id: str
    reason: str
    """Why the file was opened. The patient can read it."""
    since: datetime
    until: datetime

    _fields = {
        "id": ("id", None),
        "patientId": ("patient_id", None),
        "reason": ("reason", None),
        "since": ("since", "time"),
        "until": ("until", "time"),
    }


class Appointment(Record):
    id: str
    doctor_id: str
    patient_id: str
    start_time: datetime
    end_time: datetime
    status: AppointmentStatus
    notes: str | None
    """Always null for the front desk."""
    video_room_id: str
    past_visit: bool
    """Whether the visit was recorded after it took place."""
    proposed: bool
    """Whether the appointment is proposed: a professional who does not treat the patient booked it, and the patient has not accepted it yet."""
    visit_type_id: str | None
    place_id: str | None
    mode: VisitMode
    """Only visits by video have a room that can be joined."""
    visit_reason: str | None
    """Why the patient comes."""
    late_cancel: bool
    """Whether the patient cancelled late, by the booking policy of the organisation."""
    moved_count: int
    """How often the appointment was moved."""
    series_id: str | None
    """The series to which it belongs."""
    patient: Person
    doctor: Person

    _fields = {
        "id": ("id", None),
        "doctorId": ("doctor_id", None),
        "patientId": ("patient_id", None),
        "startTime": ("start_time", "time"),
        "endTime": ("end_time", "time"),
        "status": ("status", "AppointmentStatus"),
        "notes": ("notes", None),
        "videoRoomId": ("video_room_id", None),
        "pastVisit": ("past_visit", None),
        "proposed": ("proposed", None),
        "visitTypeId": ("visit_type_id", None),
        "placeId": ("place_id", None),
        "mode": ("mode", "VisitMode"),
        "visitReason": ("visit_reason", None),
        "lateCancel": ("late_cancel", None),
        "movedCount": ("moved_count", None),
        "seriesId": ("series_id", None),
        "patient": ("patient", "Person"),
        "doctor": ("doctor", "Person"),
    }


class AppointmentCancelledData(Record):
    appointment_id: str
    reason: str

    _fields = {
        "appointmentId": ("appointment_id", None),
        "reason": ("reason", None),
    }


class AppointmentCancelledEvent(Record):
    """Cancelled by patient, doctor or auto-cancel"""
    event: Literal["appointment.cancelled"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: AppointmentCancelledData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "AppointmentCancelledData"),
        "sequence": ("sequence", None),
    }


class AppointmentCompletedData(Record):
    appointment_id: str
    duration_sec: int

    _fields = {
        "appointmentId": ("appointment_id", None),
        "durationSec": ("duration_sec", None),
    }


class AppointmentCompletedEvent(Record):
    """Consultation marked finished"""
    event: Literal["appointment.completed"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: AppointmentCompletedData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "AppointmentCompletedData"),
        "sequence": ("sequence", None),
    }


class AppointmentCreatedData(Record):
    appointment_id: str
    doctor_id: str
    patient_id: str
    start_time: datetime

    _fields = {
        "appointmentId": ("appointment_id", None),
        "doctorId": ("doctor_id", None),
        "patientId": ("patient_id", None),
        "startTime": ("start_time", "time"),
    }


class AppointmentCreatedEvent(Record):
    """New appointment created"""
    event: Literal["appointment.created"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: AppointmentCreatedData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "AppointmentCreatedData"),
        "sequence": ("sequence", None),
    }


class AppointmentMove(Record):
    from_: AppointmentTimes
    to: AppointmentTimes
    moved_by: Person | None
    """Null to patients, if another member of the staff moved it."""
    moved_at: datetime

    _fields = {
        "from": ("from_", "AppointmentTimes"),
        "to": ("to", "AppointmentTimes"),
        "movedBy": ("moved_by", "Person"),
        "movedAt": ("moved_at", "time"),
    }


class AppointmentTimes(Record):
    start_time: datetime
    end_time: datetime

    _fields = {
        "startTime": ("start_time", "time"),
        "endTime": ("end_time", "time"),
    }


class AppointmentUpdatedData(Record):
    appointment_id: str
    changes: list[str]

    _fields = {
        "appointmentId": ("appointment_id", None),
        "changes": ("changes", None),
    }


class AppointmentUpdatedEvent(Record):
    """Status, time or notes changed"""
    event: Literal["appointment.updated"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: AppointmentUpdatedData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "AppointmentUpdatedData"),
        "sequence": ("sequence", None),
    }


class AppointmentsOfDay(Record):
    day: str
    total: int
    """All appointments that start on this day."""
    scheduled: int
    confirmed: int
    in_progress: int
    completed: int
    cancelled: int
    no_show: int

    _fields = {
        "day": ("day", None),
        "total": ("total", None),
        "scheduled": ("scheduled", None),
        "confirmed": ("confirmed", None),
        "inProgress": ("in_progress", None),
        "completed": ("completed", None),
        "cancelled": ("cancelled", None),
        "noShow": ("no_show", None),
    }


class AuditEntry(Record):
    id: str
    at: datetime
    user_id: str
    """The id of the user. `platform` for internal applications; for a guest, the id of the invitation."""
    user_name: str | None
    """The current name of the user, if the user belongs to the tenant."""
    client_id: str
    operation: str
    """The operation, the path of a hook, or an action in a room: `joinRoom`, `admitToRoom`, `endConsultation` …"""
    outcome: str
    """`OK`, `REPLAYED` for a replayed answer, or the error code."""
    subject_id: str | None
    """The id of the record."""
    patient_ids: list[str]
    """Patients whose data was shown or changed."""
    address: str | None
    """IP address of the caller."""
    request_id: str
    sealed: bool
    """Whether the entry is in the hash chain. Takes about a minute."""

    _fields = {
        "id": ("id", None),
        "at": ("at", "time"),
        "userId": ("user_id", None),
        "userName": ("user_name", None),
        "clientId": ("client_id", None),
        "operation": ("operation", None),
        "outcome": ("outcome", None),
        "subjectId": ("subject_id", None),
        "patientIds": ("patient_ids", None),
        "address": ("address", None),
        "requestId": ("request_id", None),
        "sealed": ("sealed", None),
    }


class AuditFault(Record):
    kind: Literal["EDITED", "REMOVED", "SEAL_EDITED", "SEAL_REMOVED", "SEALED_AGAIN", "KEY_MISSING"] | str
    """EDITED, REMOVED: an entry. SEAL_EDITED, SEAL_REMOVED: a seal of the chain. SEALED_AGAIN: the position of the sealer was set back. KEY_MISSING: the master key of the seal is no longer configured."""
    subject: str
    """The id of the entry, or the number of the seal."""
    detail: str

    _fields = {
        "kind": ("kind", None),
        "subject": ("subject", None),
        "detail": ("detail", None),
    }


class AuditVerification(Record):
    seals: int
    """Seals that this call verified."""
    entries: int
    """Entries that this call compared with their digest."""
    faults: list[AuditFault]
    """At most 100 faults that this call found."""
    head: str | None
    """Organisation, number and hash of the last verified seal; null if there is none. Kept elsewhere, it proves later that no seal was removed from the end."""
    sealed_at: datetime | None
    """When that seal was made."""
    next_cursor: str | None
    """Null on the last page."""

    _fields = {
        "seals": ("seals", None),
        "entries": ("entries", None),
        "faults": ("faults", ["AuditFault"]),
        "head": ("head", None),
        "sealedAt": ("sealed_at", "time"),
        "nextCursor": ("next_cursor", None),
    }


class AuthenticatorApp(Record):
    added_at: datetime

    _fields = {
        "addedAt": ("added_at", "time"),
    }


class BookingPolicy(Record):
    """The rules of the organisation on late cancellations and missed visits."""
    late_cancel_hours: int
    """A cancellation by the patient less than this many hours before the start is late. 0: never."""
    no_show_limit: int | None
    """The number of missed visits (`NO_SHOW`) within `noShowDays` after which the patient can no longer book. The staff still books for them. Null: no limit."""
    no_show_days: int
    """The number of past days in which missed visits count."""

    _fields = {
        "lateCancelHours": ("late_cancel_hours", None),
        "noShowLimit": ("no_show_limit", None),
        "noShowDays": ("no_show_days", None),
    }


class Campaign(Record):
    id: str
    name: str
    enabled: bool
    steps: list[CampaignStep]
    created_at: datetime
    updated_at: datetime

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "enabled": ("enabled", None),
        "steps": ("steps", ["CampaignStep"]),
        "createdAt": ("created_at", "time"),
        "updatedAt": ("updated_at", "time"),
    }


class CampaignEnrolment(Record):
    id: str
    campaign_id: str
    patient_id: str | None
    lead_id: str | None
    name: str
    state: EnrolmentState
    stop_reason: EnrolmentStopReason | None
    """Why the enrolment was STOPPED."""
    steps_sent: int
    last_sent_at: datetime | None
    next_at: datetime | None
    """When the next step becomes due. The next run of the job sends it, unless it has faults. Null if no step follows, or the campaign is disabled."""
    consent_source: str | None
    """For leads: the proof of consent that the administrator gave; null if the lead consented in the form."""
    enrolled_by: str
    enrolled_at: datetime
    ended_at: datetime | None

    _fields = {
        "id": ("id", None),
        "campaignId": ("campaign_id", None),
        "patientId": ("patient_id", None),
        "leadId": ("lead_id", None),
        "name": ("name", None),
        "state": ("state", "EnrolmentState"),
        "stopReason": ("stop_reason", "EnrolmentStopReason"),
        "stepsSent": ("steps_sent", None),
        "lastSentAt": ("last_sent_at", "time"),
        "nextAt": ("next_at", "time"),
        "consentSource": ("consent_source", None),
        "enrolledBy": ("enrolled_by", None),
        "enrolledAt": ("enrolled_at", "time"),
        "endedAt": ("ended_at", "time"),
    }


class CampaignStep(Record):
    number: int
    """Identifies the step within the campaign, regardless of its position."""
    delay_hours: int
    template_code: str
    channel: Channel | None
    """Null uses the recipient’s preferred channel."""
    variables: dict[str, str]
    faults: list[StepFault]
    """Why the step cannot be sent: its template was deleted, or now has other variables. Enrolments wait at the step until this is corrected. Empty if the step can be sent."""

    _fields = {
        "number": ("number", None),
        "delayHours": ("delay_hours", None),
        "templateCode": ("template_code", None),
        "channel": ("channel", "Channel"),
        "variables": ("variables", None),
        "faults": ("faults", ["StepFault"]),
    }


class CampaignWithCounts(Record):
    id: str
    name: str
    enabled: bool
    steps: list[CampaignStep]
    created_at: datetime
    updated_at: datetime
    enrolments: EnrolmentCounts

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "enabled": ("enabled", None),
        "steps": ("steps", ["CampaignStep"]),
        "createdAt": ("created_at", "time"),
        "updatedAt": ("updated_at", "time"),
        "enrolments": ("enrolments", "EnrolmentCounts"),
    }


class CareRelationship(Record):
    """A professional who treats or treated a patient, or an administrator who opened the file."""
    professional: Person
    bases: list[RelationshipBasis]
    """Every basis so far."""
    since: datetime
    until: datetime
    """Time at which access ends or ended."""
    active: bool
    """Whether the professional may read the file now."""
    emergencies: list[Emergency]
    """Emergency accesses of the professional, or accesses of the administrator with a reason."""

    _fields = {
        "professional": ("professional", "Person"),
        "bases": ("bases", ["RelationshipBasis"]),
        "since": ("since", "time"),
        "until": ("until", "time"),
        "active": ("active", None),
        "emergencies": ("emergencies", ["Emergency"]),
    }


class ChangedLabOrder(Record):
    """A lab order after a change. Callers who may change it but not read it get only the required fields: an administrator who has not opened the file of the patient, and a laboratory that cancelled it."""
    id: str
    patient_id: str | None
    doctor_id: str | None
    """Null if an administrator ordered without a doctor."""
    appointment_id: str | None
    tests: list[str] | None
    status: LabOrderStatus
    created_at: datetime | None
    updated_at: datetime | None
    released_at: datetime | None
    """When the results were released to the patient."""
    laboratory_id: str | None
    """The addressed laboratory, if any."""
    doctor: Person | None
    laboratory: Person | None
    patient: Person | None
    birth_date: str | None
    """Of the patient, for the laboratory; null for others."""
    sex: Sex | None
    """Of the patient, for the laboratory; null for others."""

    _fields = {
        "id": ("id", None),
        "patientId": ("patient_id", None),
        "doctorId": ("doctor_id", None),
        "appointmentId": ("appointment_id", None),
        "tests": ("tests", None),
        "status": ("status", "LabOrderStatus"),
        "createdAt": ("created_at", "time"),
        "updatedAt": ("updated_at", "time"),
        "releasedAt": ("released_at", "time"),
        "laboratoryId": ("laboratory_id", None),
        "doctor": ("doctor", "Person"),
        "laboratory": ("laboratory", "Person"),
        "patient": ("patient", "Person"),
        "birthDate": ("birth_date", None),
        "sex": ("sex", "Sex"),
    }


class ClaimedAccount(Record):
    id: str
    email: str
    tenant_id: str

    _fields = {
        "id": ("id", None),
        "email": ("email", None),
        "tenantId": ("tenant_id", None),
    }


class ClaimedRecord(Record):
    id: str
    tenant_id: str

    _fields = {
        "id": ("id", None),
        "tenantId": ("tenant_id", None),
    }


class Client(Record):
    id: str
    name: str
    acts_as: ClientUser
    scopes: list[Scope]
    status: ClientStatus
    created_at: datetime
    acting_allowed_at: datetime | None
    """When the user allowed the client to act as them. While it is null, the client is refused every operation. A client that its user created can act at once; otherwise the user allows it in their own session, with `POST /api/users/me/clients/{id}/acting`. Tokens of secrets that are created later need a new permission."""
    signing_allowed_at: datetime | None
    """When the user, a doctor or dentist, allowed the client to sign and issue in their name; null if it may not. The user allows it in their own session, with `POST /api/users/me/clients/{id}/signing`."""
    ended_at: datetime | None
    """When the user permanently ended the client."""
    secrets: list[ClientSecret]
    """The valid secrets: the current one, and during a rotation also the previous one with its expiry."""

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "actsAs": ("acts_as", "ClientUser"),
        "scopes": ("scopes", ["Scope"]),
        "status": ("status", "ClientStatus"),
        "createdAt": ("created_at", "time"),
        "actingAllowedAt": ("acting_allowed_at", "time"),
        "signingAllowedAt": ("signing_allowed_at", "time"),
        "endedAt": ("ended_at", "time"),
        "secrets": ("secrets", ["ClientSecret"]),
    }


class ClientSecret(Record):
    created_at: datetime
    expires_at: datetime | None

    _fields = {
        "createdAt": ("created_at", "time"),
        "expiresAt": ("expires_at", "time"),
    }


class ClientUsage(Record):
    client_id: str
    this_minute: int
    """Requests that count towards `perMinute` now."""
    today: int
    """Requests that count towards `perDay`, since 00:00 UTC, up to a second ago."""
    requests: int
    """Requests in the period."""
    errors: int
    """Requests in the period with a status of 400 or more."""
    hours: list[HourOfUsage]
    """The hours with requests, oldest first."""

    _fields = {
        "clientId": ("client_id", None),
        "thisMinute": ("this_minute", None),
        "today": ("today", None),
        "requests": ("requests", None),
        "errors": ("errors", None),
        "hours": ("hours", ["HourOfUsage"]),
    }


class ClientUser(Record):
    """The user that the client acts as."""
    id: str
    name: str
    role: Role

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "role": ("role", "Role"),
    }


class ClientWithSecret(Record):
    id: str
    name: str
    acts_as: ClientUser
    scopes: list[Scope]
    status: ClientStatus
    created_at: datetime
    acting_allowed_at: datetime | None
    """When the user allowed the client to act as them. While it is null, the client is refused every operation. A client that its user created can act at once; otherwise the user allows it in their own session, with `POST /api/users/me/clients/{id}/acting`. Tokens of secrets that are created later need a new permission."""
    signing_allowed_at: datetime | None
    """When the user, a doctor or dentist, allowed the client to sign and issue in their name; null if it may not. The user allows it in their own session, with `POST /api/users/me/clients/{id}/signing`."""
    ended_at: datetime | None
    """When the user permanently ended the client."""
    secrets: list[ClientSecret]
    """The valid secrets: the current one, and during a rotation also the previous one with its expiry."""
    secret: str | None
    """Returned only in this response. Null in a replay, because secrets are shown once."""

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "actsAs": ("acts_as", "ClientUser"),
        "scopes": ("scopes", ["Scope"]),
        "status": ("status", "ClientStatus"),
        "createdAt": ("created_at", "time"),
        "actingAllowedAt": ("acting_allowed_at", "time"),
        "signingAllowedAt": ("signing_allowed_at", "time"),
        "endedAt": ("ended_at", "time"),
        "secrets": ("secrets", ["ClientSecret"]),
        "secret": ("secret", None),
    }


class Condition(Record):
    """A medical condition of a patient."""
    id: str
    patient_id: str
    name: str
    since: str | None
    """First day, if known."""
    long_term: bool
    """Whether the condition is chronic. Patients with an ACTIVE long-term condition are recalled after 90 days without activity."""
    status: ConditionStatus
    recorded_by: Person
    struck: ConditionStrike | None
    """Set if an administrator marked the condition as wrong."""
    created_at: datetime
    updated_at: datetime

    _fields = {
        "id": ("id", None),
        "patientId": ("patient_id", None),
        "name": ("name", None),
        "since": ("since", None),
        "longTerm": ("long_term", None),
        "status": ("status", "ConditionStatus"),
        "recordedBy": ("recorded_by", "Person"),
        "struck": ("struck", "ConditionStrike"),
        "createdAt": ("created_at", "time"),
        "updatedAt": ("updated_at", "time"),
    }


class ConditionStrike(Record):
    by: Person
    at: datetime
    reason: str
    """Why the condition is wrong."""

    _fields = {
        "by": ("by", "Person"),
        "at": ("at", "time"),
        "reason": ("reason", None),
    }


class Consent(Record):
    name: ConsentName
    granted: bool
    version: int
    """Number of times the answer has changed. 0 means that there is no answer yet, which counts as no."""
    at: datetime | None
    """Time of the answer; null for version 0."""

    _fields = {
        "name": ("name", "ConsentName"),
        "granted": ("granted", None),
        "version": ("version", None),
        "at": ("at", "time"),
    }


class ConsentVersion(Record):
    name: ConsentName
    granted: bool
    version: int
    """Number of times the answer has changed. 0 means that there is no answer yet, which counts as no."""
    at: datetime
    decided_by: Person
    """The user who gave the answer: the patient, a guardian or an administrator."""
    client_id: str
    """The OAuth client that sent the answer. For a browser session, `web/` followed by the user id."""

    _fields = {
        "name": ("name", "ConsentName"),
        "granted": ("granted", None),
        "version": ("version", None),
        "at": ("at", "time"),
        "decidedBy": ("decided_by", "Person"),
        "clientId": ("client_id", None),
    }


class Contact(Record):
    user_id: str
    email: str | None
    """Null if unknown."""
    email_confirmed: bool
    """Whether the address was confirmed with the code that was sent to it. Until then it gets no other messages."""
    phone: str | None
    """E.164"""
    phone_confirmed: bool
    """Whether the address was confirmed with the code that was sent to it. Until then it gets no other messages."""
    language: Language
    """Language of messages. French by default."""
    preferred_channel: Channel | None
    """If null, messages are sent by WhatsApp if there is a number, otherwise by e-mail."""
    opt_outs: list[Channel]
    """Channels that the user accepts only for critical messages."""
    quiet_hours: QuietHours | None
    """Hours in which only critical messages are sent. Null if there are none."""

    _fields = {
        "userId": ("user_id", None),
        "email": ("email", None),
        "emailConfirmed": ("email_confirmed", None),
        "phone": ("phone", None),
        "phoneConfirmed": ("phone_confirmed", None),
        "language": ("language", "Language"),
        "preferredChannel": ("preferred_channel", "Channel"),
        "optOuts": ("opt_outs", ["Channel"]),
        "quietHours": ("quiet_hours", "QuietHours"),
    }


class Delivery(Record):
    id: str
    webhook_id: str
    event_id: str
    event: EventKind
    test: bool
    """Whether this is a test event with fictitious data."""
    state: DeliveryState
    """PENDING: waits for `nextAttemptAt`. HELD: waits until the webhook is enabled. FAILED: four attempts have failed. CANCELLED: the webhook was deleted, or its client could not read the event when the delivery was due."""
    attempt: int
    """How many attempts were started."""
    trigger: DeliveryTrigger
    """What caused the delivery: the event, a resend or a recovery."""
    next_attempt_at: datetime | None
    """When the next attempt of a PENDING delivery is due."""
    last_status: int | None
    """The HTTP status of the last response, if there was one."""
    last_error: DeliveryError | None
    """The reason the last attempt failed."""
    created_at: datetime
    finished_at: datetime | None

    _fields = {
        "id": ("id", None),
        "webhookId": ("webhook_id", None),
        "eventId": ("event_id", None),
        "event": ("event", "EventKind"),
        "test": ("test", None),
        "state": ("state", "DeliveryState"),
        "attempt": ("attempt", None),
        "trigger": ("trigger", "DeliveryTrigger"),
        "nextAttemptAt": ("next_attempt_at", "time"),
        "lastStatus": ("last_status", None),
        "lastError": ("last_error", "DeliveryError"),
        "createdAt": ("created_at", "time"),
        "finishedAt": ("finished_at", "time"),
    }


class DeliveryAttempt(Record):
    attempt: int
    redundant: bool
    """Whether the request went to `redundantUrl`, after `url` had failed."""
    at: datetime
    duration_ms: int
    status: int | None
    error: DeliveryError | None
    """The reason the attempt failed."""
    response_head: str | None
    """The beginning of the response to a failed attempt."""

    _fields = {
        "attempt": ("attempt", None),
        "redundant": ("redundant", None),
        "at": ("at", "time"),
        "durationMs": ("duration_ms", None),
        "status": ("status", None),
        "error": ("error", "DeliveryError"),
        "responseHead": ("response_head", None),
    }


class DeliveryDetails(Record):
    id: str
    webhook_id: str
    event_id: str
    event: EventKind
    test: bool
    """Whether this is a test event with fictitious data."""
    state: DeliveryState
    """PENDING: waits for `nextAttemptAt`. HELD: waits until the webhook is enabled. FAILED: four attempts have failed. CANCELLED: the webhook was deleted, or its client could not read the event when the delivery was due."""
    attempt: int
    """How many attempts were started."""
    trigger: DeliveryTrigger
    """What caused the delivery: the event, a resend or a recovery."""
    next_attempt_at: datetime | None
    """When the next attempt of a PENDING delivery is due."""
    last_status: int | None
    """The HTTP status of the last response, if there was one."""
    last_error: DeliveryError | None
    """The reason the last attempt failed."""
    created_at: datetime
    finished_at: datetime | None
    attempts: list[DeliveryAttempt]

    _fields = {
        "id": ("id", None),
        "webhookId": ("webhook_id", None),
        "eventId": ("event_id", None),
        "event": ("event", "EventKind"),
        "test": ("test", None),
        "state": ("state", "DeliveryState"),
        "attempt": ("attempt", None),
        "trigger": ("trigger", "DeliveryTrigger"),
        "nextAttemptAt": ("next_attempt_at", "time"),
        "lastStatus": ("last_status", None),
        "lastError": ("last_error", "DeliveryError"),
        "createdAt": ("created_at", "time"),
        "finishedAt": ("finished_at", "time"),
        "attempts": ("attempts", ["DeliveryAttempt"]),
    }


class DispensedLine(Record):
    line: int
    """Number of the line in the prescription, from 1."""
    quantity: int

    _fields = {
        "line": ("line", None),
        "quantity": ("quantity", None),
    }


class Document(Record):
    id: str
    template_id: DocumentTemplate
    language: DocumentLanguage
    serial: str
    """Serial number, printed on the document. It verifies the document at `verifyUrl`."""
    verify_url: str
    prescription_id: str | None
    appointment_id: str | None
    invoice_id: str | None
    patient: Person
    practitioner: Person | None
    created_at: datetime
    signed: bool
    """Whether the PDF has a PAdES signature."""
    sha256: str
    """SHA-256 of the file in lowercase hex."""
    size: int
    """Size of the file in bytes."""
    status: DocumentStatus
    cancelled_at: datetime | None
    cancel_reason: str | None

    _fields = {
        "id": ("id", None),
        "templateId": ("template_id", "DocumentTemplate"),
        "language": ("language", "DocumentLanguage"),
        "serial": ("serial", None),
        "verifyUrl": ("verify_url", None),
        "prescriptionId": ("prescription_id", None),
        "appointmentId": ("appointment_id", None),
        "invoiceId": ("invoice_id", None),
        "patient": ("patient", "Person"),
        "practitioner": ("practitioner", "Person"),
        "createdAt": ("created_at", "time"),
        "signed": ("signed", None),
        "sha256": ("sha256", None),
        "size": ("size", None),
        "status": ("status", "DocumentStatus"),
        "cancelledAt": ("cancelled_at", "time"),
        "cancelReason": ("cancel_reason", None),
    }


class DocumentFile(Record):
    id: str
    template_id: DocumentTemplate
    language: DocumentLanguage
    serial: str
    """Serial number, printed on the document. It verifies the document at `verifyUrl`."""
    verify_url: str
    prescription_id: str | None
    appointment_id: str | None
    invoice_id: str | None
    patient: Person
    practitioner: Person | None
    created_at: datetime
    signed: bool
    """Whether the PDF has a PAdES signature."""
    sha256: str
    """SHA-256 of the file in lowercase hex."""
    size: int
    """Size of the file in bytes."""
    status: DocumentStatus
    cancelled_at: datetime | None
    cancel_reason: str | None
    url: str
    """URL of the PDF; needs no token."""
    expires_at: datetime
    """Expiry of the URL, after 15 minutes."""

    _fields = {
        "id": ("id", None),
        "templateId": ("template_id", "DocumentTemplate"),
        "language": ("language", "DocumentLanguage"),
        "serial": ("serial", None),
        "verifyUrl": ("verify_url", None),
        "prescriptionId": ("prescription_id", None),
        "appointmentId": ("appointment_id", None),
        "invoiceId": ("invoice_id", None),
        "patient": ("patient", "Person"),
        "practitioner": ("practitioner", "Person"),
        "createdAt": ("created_at", "time"),
        "signed": ("signed", None),
        "sha256": ("sha256", None),
        "size": ("size", None),
        "status": ("status", "DocumentStatus"),
        "cancelledAt": ("cancelled_at", "time"),
        "cancelReason": ("cancel_reason", None),
        "url": ("url", None),
        "expiresAt": ("expires_at", "time"),
    }


class DuplicatePair(Record):
    patients: list[PossibleDuplicate]
    """The older record, then the newer."""
    same_national_id: bool
    same_name_and_birth_date: bool

    _fields = {
        "patients": ("patients", ["PossibleDuplicate"]),
        "sameNationalId": ("same_national_id", None),
        "sameNameAndBirthDate": ("same_name_and_birth_date", None),
    }


class Emergency(Record):
    at: datetime
    until: datetime
    reason: str
    """Why the file was opened. The patient can read it."""

    _fields = {
        "at": ("at", "time"),
        "until": ("until", "time"),
        "reason": ("reason", None),
    }


class EmergencyAccess(Record):
    id: str
    patient_id: str
    reason: str
    """Why the file was opened. The patient can read it."""
    since: datetime
    until: datetime

    _fields = {
        "id": ("id", None),
        "patientId": ("patient_id", None),
        "reason": ("reason", None),
        "since": ("since", "time"),
        "until": ("until", "time"),
    }


class EnrolmentCounts(Record):
    """The number of enrolments in each state."""
    active: int
    completed: int
    stopped: int

    _fields = {
        "active": ("active", None),
        "completed": ("completed", None),
        "stopped": ("stopped", None),
    }


class EnteredLabResult(Record):
    """A lab result that was entered. Callers who may change it but not read it get only the required fields: an administrator who has not opened the file of the patient, and a laboratory that cancelled it."""
    id: str
    lab_order_id: str
    entered_at: datetime | None
    released_at: datetime | None
    """When the results were released to the patient; null until then."""
    results: list[LabValue] | None

    _fields = {
        "id": ("id", None),
        "labOrderId": ("lab_order_id", None),
        "enteredAt": ("entered_at", "time"),
        "releasedAt": ("released_at", "time"),
        "results": ("results", ["LabValue"]),
    }


class EventDelivery(Record):
    id: str
    webhook_id: str
    state: DeliveryState
    attempt: int
    trigger: DeliveryTrigger
    last_status: int | None
    last_error: DeliveryError | None
    finished_at: datetime | None

    _fields = {
        "id": ("id", None),
        "webhookId": ("webhook_id", None),
        "state": ("state", "DeliveryState"),
        "attempt": ("attempt", None),
        "trigger": ("trigger", "DeliveryTrigger"),
        "lastStatus": ("last_status", None),
        "lastError": ("last_error", "DeliveryError"),
        "finishedAt": ("finished_at", "time"),
    }


class FollowUp(Record):
    id: str
    doctor_id: str
    patient_id: str
    start_time: datetime | None
    """The proposed time; null if none was proposed."""
    end_time: datetime | None
    reason: str | None
    status: FollowUpStatus
    appointment_id: str | None
    """The appointment booked on acceptance."""
    created_at: datetime
    settled_at: datetime | None
    """When the follow-up was accepted, declined or cancelled."""
    doctor: Person
    patient: Person

    _fields = {
        "id": ("id", None),
        "doctorId": ("doctor_id", None),
        "patientId": ("patient_id", None),
        "startTime": ("start_time", "time"),
        "endTime": ("end_time", "time"),
        "reason": ("reason", None),
        "status": ("status", "FollowUpStatus"),
        "appointmentId": ("appointment_id", None),
        "createdAt": ("created_at", "time"),
        "settledAt": ("settled_at", "time"),
        "doctor": ("doctor", "Person"),
        "patient": ("patient", "Person"),
    }


class GainingClient(Record):
    id: str
    name: str
    patient_id: str
    """The record to which they have access now."""

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "patientId": ("patient_id", None),
    }


class GainingPerson(Record):
    id: str
    name: str
    patient_id: str
    """The record to which they have access now."""

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "patientId": ("patient_id", None),
    }


class GrantedClient(Record):
    id: str
    scopes: list[str]
    plan: Plan
    tenant_id: str

    _fields = {
        "id": ("id", None),
        "scopes": ("scopes", None),
        "plan": ("plan", "Plan"),
        "tenantId": ("tenant_id", None),
    }


class Guardianship(Record):
    """A guardian has the rights of a patient for the dependant."""
    id: str
    kind: GuardianKind
    guardian: Person
    dependant: Person
    verified: bool
    """Whether the organisation or the dependant has confirmed the guardianship. If false, the guardian registered the dependant."""
    since: datetime
    until: datetime | None
    """Time at which the guardianship ended, or will end because the dependant is an adult. Null if unlimited."""
    active: bool
    """Whether the guardian acts for the dependant now."""

    _fields = {
        "id": ("id", None),
        "kind": ("kind", "GuardianKind"),
        "guardian": ("guardian", "Person"),
        "dependant": ("dependant", "Person"),
        "verified": ("verified", None),
        "since": ("since", "time"),
        "until": ("until", "time"),
        "active": ("active", None),
    }


class Guest(Record):
    id: str
    name: str
    kind: GuestKind
    expires_at: datetime

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "kind": ("kind", "GuestKind"),
        "expiresAt": ("expires_at", "time"),
    }


class GuestWithLink(Record):
    id: str
    name: str
    kind: GuestKind
    expires_at: datetime
    url: str | None
    """Opens the page of the room without an account. Null in a replay, because secrets are shown once."""

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "kind": ("kind", "GuestKind"),
        "expiresAt": ("expires_at", "time"),
        "url": ("url", None),
    }


class HandedOverClient(Record):
    id: str

    _fields = {
        "id": ("id", None),
    }


class Hold(Record):
    id: str
    doctor_id: str
    visit_type_id: str
    place_id: str | None
    start_time: datetime
    end_time: datetime
    expires_at: datetime

    _fields = {
        "id": ("id", None),
        "doctorId": ("doctor_id", None),
        "visitTypeId": ("visit_type_id", None),
        "placeId": ("place_id", None),
        "startTime": ("start_time", "time"),
        "endTime": ("end_time", "time"),
        "expiresAt": ("expires_at", "time"),
    }


class Holiday(Record):
    """A holiday of Morocco, or the month of Ramadan, as an organisation observes it."""
    id: str
    kind: Literal["HOLIDAY", "RAMADAN"] | str
    """RAMADAN is a month with its own opening hours, and no holiday."""
    code: HolidayCode
    names: HolidayNames
    first_day: str
    last_day: str
    """Included. Ramadan ends on the eve of Eid al-Fitr."""
    calculated_day: str
    """The first day by the calendar. Morocco may announce the day before or after."""
    depends_on_moon: bool
    """Whether the first day depends on the new moon."""
    confirmed: bool
    """Whether the first day is final."""
    observed: bool
    """Whether the organisation is closed on the holiday, or has its hours of Ramadan. Applies to this year and all later years, until another year says otherwise."""

    _fields = {
        "id": ("id", None),
        "kind": ("kind", None),
        "code": ("code", "HolidayCode"),
        "names": ("names", "HolidayNames"),
        "firstDay": ("first_day", None),
        "lastDay": ("last_day", None),
        "calculatedDay": ("calculated_day", None),
        "dependsOnMoon": ("depends_on_moon", None),
        "confirmed": ("confirmed", None),
        "observed": ("observed", None),
    }


class HolidayNames(Record):
    fr: str
    ar: str
    en: str

    _fields = {
        "fr": ("fr", None),
        "ar": ("ar", None),
        "en": ("en", None),
    }


class HourOfUsage(Record):
    at: datetime
    """The start of the hour."""
    requests: int
    errors: int
    """Requests with a status of 400 or more."""

    _fields = {
        "at": ("at", "time"),
        "requests": ("requests", None),
        "errors": ("errors", None),
    }


class Identifier(Record):
    label: str
    value: str

    _fields = {
        "label": ("label", None),
        "value": ("value", None),
    }


class IdentityDispute(Record):
    id: str
    recorded: PatientPapers
    """The recorded values when the dispute was opened."""
    stated: PatientPapers
    """The values that the patient states. Null for fields that are not disputed."""
    reason: str
    """The reason given by the patient."""
    status: Literal["OPEN", "RESOLVED", "WITHDRAWN"] | str
    attested: Literal["RECORDED", "STATED"] | str | None
    """Which values the staff attested."""
    document: str | None
    """The document that the staff saw."""
    created_at: datetime
    settled_at: datetime | None
    settled_by: Person | None

    _fields = {
        "id": ("id", None),
        "recorded": ("recorded", "PatientPapers"),
        "stated": ("stated", "PatientPapers"),
        "reason": ("reason", None),
        "status": ("status", None),
        "attested": ("attested", None),
        "document": ("document", None),
        "createdAt": ("created_at", "time"),
        "settledAt": ("settled_at", "time"),
        "settledBy": ("settled_by", "Person"),
    }


class Introspection(Record):
    active: bool
    scope: str | None
    client_id: str | None
    sub: str | None
    token_type: str | None
    exp: int | None
    iat: int | None
    jti: str | None
    iss: str | None

    _fields = {
        "active": ("active", None),
        "scope": ("scope", None),
        "client_id": ("client_id", None),
        "sub": ("sub", None),
        "token_type": ("token_type", None),
        "exp": ("exp", None),
        "iat": ("iat", None),
        "jti": ("jti", None),
        "iss": ("iss", None),
    }


class Invitation(Record):
    id: str
    email: str
    name: str
    role: InvitableRole
    licence_checked: bool
    status: InvitationStatus
    created_at: datetime
    expires_at: datetime
    user_id: str | None
    """The user who accepted the invitation. Null until then."""

    _fields = {
        "id": ("id", None),
        "email": ("email", None),
        "name": ("name", None),
        "role": ("role", "InvitableRole"),
        "licenceChecked": ("licence_checked", None),
        "status": ("status", "InvitationStatus"),
        "createdAt": ("created_at", "time"),
        "expiresAt": ("expires_at", "time"),
        "userId": ("user_id", None),
    }


class Invoice(Record):
    id: str
    number: str
    """Year, and consecutive number within the organisation, without gaps."""
    patient_id: str
    doctor_id: str | None
    """Null if the front desk or an administrator created it without an appointment."""
    appointment_id: str | None
    amount_mad: int
    """Centimes."""
    paid_mad: int
    """Centimes."""
    refunded_mad: int
    """Centimes."""
    due_mad: int
    """Amount that can be paid now, in centimes. Excludes paid amounts and amounts reserved by pending payments."""
    status: InvoiceStatus
    description: str | None
    created_at: datetime
    cancelled_at: datetime | None
    cancel_reason: str | None
    doctor: Person | None
    patient: Person

    _fields = {
        "id": ("id", None),
        "number": ("number", None),
        "patientId": ("patient_id", None),
        "doctorId": ("doctor_id", None),
        "appointmentId": ("appointment_id", None),
        "amountMAD": ("amount_mad", None),
        "paidMAD": ("paid_mad", None),
        "refundedMAD": ("refunded_mad", None),
        "dueMAD": ("due_mad", None),
        "status": ("status", "InvoiceStatus"),
        "description": ("description", None),
        "createdAt": ("created_at", "time"),
        "cancelledAt": ("cancelled_at", "time"),
        "cancelReason": ("cancel_reason", None),
        "doctor": ("doctor", "Person"),
        "patient": ("patient", "Person"),
    }


class InvoiceWithPayments(Record):
    id: str
    number: str
    """Year, and consecutive number within the organisation, without gaps."""
    patient_id: str
    doctor_id: str | None
    """Null if the front desk or an administrator created it without an appointment."""
    appointment_id: str | None
    amount_mad: int
    """Centimes."""
    paid_mad: int
    """Centimes."""
    refunded_mad: int
    """Centimes."""
    due_mad: int
    """Amount that can be paid now, in centimes. Excludes paid amounts and amounts reserved by pending payments."""
    status: InvoiceStatus
    description: str | None
    created_at: datetime
    cancelled_at: datetime | None
    cancel_reason: str | None
    doctor: Person | None
    patient: Person
    payments: list[Payment]
    refunds: list[Refund]

    _fields = {
        "id": ("id", None),
        "number": ("number", None),
        "patientId": ("patient_id", None),
        "doctorId": ("doctor_id", None),
        "appointmentId": ("appointment_id", None),
        "amountMAD": ("amount_mad", None),
        "paidMAD": ("paid_mad", None),
        "refundedMAD": ("refunded_mad", None),
        "dueMAD": ("due_mad", None),
        "status": ("status", "InvoiceStatus"),
        "description": ("description", None),
        "createdAt": ("created_at", "time"),
        "cancelledAt": ("cancelled_at", "time"),
        "cancelReason": ("cancel_reason", None),
        "doctor": ("doctor", "Person"),
        "patient": ("patient", "Person"),
        "payments": ("payments", ["Payment"]),
        "refunds": ("refunds", ["Refund"]),
    }


class JoinLink(Record):
    url: str
    opens_at: datetime | None
    """When the room opens; null if it is always open (sandbox)."""
    closes_at: datetime | None
    """When the room closes."""

    _fields = {
        "url": ("url", None),
        "opensAt": ("opens_at", "time"),
        "closesAt": ("closes_at", "time"),
    }


class JsonWebKey(Record):
    kty: str
    crv: str
    x: str
    y: str
    kid: str
    alg: str
    use: str

    _fields = {
        "kty": ("kty", None),
        "crv": ("crv", None),
        "x": ("x", None),
        "y": ("y", None),
        "kid": ("kid", None),
        "alg": ("alg", None),
        "use": ("use", None),
    }


class KeptMessage(Record):
    id: str
    channel: Channel
    to: str
    """An e-mail address, or a telephone number in E.164."""
    recipient_user_id: str | None
    template_code: str
    about: list[str]
    """Ids of the related records."""
    subject: str | None
    """E-mails only."""
    text: str
    at: datetime

    _fields = {
        "id": ("id", None),
        "channel": ("channel", "Channel"),
        "to": ("to", None),
        "recipientUserId": ("recipient_user_id", None),
        "templateCode": ("template_code", None),
        "about": ("about", None),
        "subject": ("subject", None),
        "text": ("text", None),
        "at": ("at", "time"),
    }


class LabOrder(Record):
    id: str
    patient_id: str
    doctor_id: str | None
    """Null if an administrator ordered without a doctor."""
    appointment_id: str | None
    tests: list[str]
    status: LabOrderStatus
    created_at: datetime
    updated_at: datetime
    released_at: datetime | None
    """When the results were released to the patient."""
    laboratory_id: str | None
    """The addressed laboratory, if any."""
    doctor: Person | None
    laboratory: Person | None
    patient: Person
    birth_date: str | None
    """Of the patient, for the laboratory; null for others."""
    sex: Sex | None
    """Of the patient, for the laboratory; null for others."""

    _fields = {
        "id": ("id", None),
        "patientId": ("patient_id", None),
        "doctorId": ("doctor_id", None),
        "appointmentId": ("appointment_id", None),
        "tests": ("tests", None),
        "status": ("status", "LabOrderStatus"),
        "createdAt": ("created_at", "time"),
        "updatedAt": ("updated_at", "time"),
        "releasedAt": ("released_at", "time"),
        "laboratoryId": ("laboratory_id", None),
        "doctor": ("doctor", "Person"),
        "laboratory": ("laboratory", "Person"),
        "patient": ("patient", "Person"),
        "birthDate": ("birth_date", None),
        "sex": ("sex", "Sex"),
    }


class LabOrderCreatedData(Record):
    lab_order_id: str
    tests: list[str]

    _fields = {
        "labOrderId": ("lab_order_id", None),
        "tests": ("tests", None),
    }


class LabOrderCreatedEvent(Record):
    """Lab order submitted"""
    event: Literal["lab_order.created"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: LabOrderCreatedData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "LabOrderCreatedData"),
        "sequence": ("sequence", None),
    }


class LabOrderFile(Record):
    id: str
    lab_order_id: str
    name: str
    """File name without a path. The extension must match the content: .pdf, .jpg, .jpeg or .png."""
    type: FileType
    size: int
    """Size of the file in bytes."""
    sha256: str
    """SHA-256 of the file in lowercase hex."""
    uploaded_by: Person
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "labOrderId": ("lab_order_id", None),
        "name": ("name", None),
        "type": ("type", "FileType"),
        "size": ("size", None),
        "sha256": ("sha256", None),
        "uploadedBy": ("uploaded_by", "Person"),
        "createdAt": ("created_at", "time"),
    }


class LabOrderFileContent(Record):
    id: str
    lab_order_id: str
    name: str
    """File name without a path. The extension must match the content: .pdf, .jpg, .jpeg or .png."""
    type: FileType
    size: int
    """Size of the file in bytes."""
    sha256: str
    """SHA-256 of the file in lowercase hex."""
    uploaded_by: Person
    created_at: datetime
    url: str
    """URL of the file; needs no token."""
    expires_at: datetime
    """Expiry of the URL, after 15 minutes."""

    _fields = {
        "id": ("id", None),
        "labOrderId": ("lab_order_id", None),
        "name": ("name", None),
        "type": ("type", "FileType"),
        "size": ("size", None),
        "sha256": ("sha256", None),
        "uploadedBy": ("uploaded_by", "Person"),
        "createdAt": ("created_at", "time"),
        "url": ("url", None),
        "expiresAt": ("expires_at", "time"),
    }


class LabOrderStatusChangedData(Record):
    lab_order_id: str
    status: str

    _fields = {
        "labOrderId": ("lab_order_id", None),
        "status": ("status", None),
    }


class LabOrderStatusChangedEvent(Record):
    """Lab order status updated"""
    event: Literal["lab_order.status_changed"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: LabOrderStatusChangedData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "LabOrderStatusChangedData"),
        "sequence": ("sequence", None),
    }


class LabResult(Record):
    id: str
    lab_order_id: str
    entered_at: datetime
    released_at: datetime | None
    """When the results were released to the patient; null until then."""
    results: list[LabValue]

    _fields = {
        "id": ("id", None),
        "labOrderId": ("lab_order_id", None),
        "enteredAt": ("entered_at", "time"),
        "releasedAt": ("released_at", "time"),
        "results": ("results", ["LabValue"]),
    }


class LabResultCriticalAlertData(Record):
    lab_result_id: str
    param: str
    value: float

    _fields = {
        "labResultId": ("lab_result_id", None),
        "param": ("param", None),
        "value": ("value", None),
    }


class LabResultCriticalAlertEvent(Record):
    """Critical value, high priority"""
    event: Literal["lab_result.critical_alert"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: LabResultCriticalAlertData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "LabResultCriticalAlertData"),
        "sequence": ("sequence", None),
    }


class LabResultPublishedData(Record):
    lab_result_id: str
    url: str

    _fields = {
        "labResultId": ("lab_result_id", None),
        "url": ("url", None),
    }


class LabResultPublishedEvent(Record):
    """Result published and visible to the patient"""
    event: Literal["lab_result.published"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: LabResultPublishedData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "LabResultPublishedData"),
        "sequence": ("sequence", None),
    }


class LabValue(Record):
    """One value of a lab result."""
    param: str
    """The measured parameter."""
    value: float | str
    """A number, or text for qualitative results."""
    unit: str | None
    low: float | None
    """The lowest normal value."""
    high: float | None
    """The highest normal value."""
    critical_low: float | None
    """Values below it are critical."""
    critical_high: float | None
    """Values above it are critical."""
    flag: Literal["NORMAL", "LOW", "HIGH", "CRITICAL_LOW", "CRITICAL_HIGH"] | str | None
    """Result of the comparison with the bounds; null for text, and for numbers without bounds."""

    _fields = {
        "param": ("param", None),
        "value": ("value", None),
        "unit": ("unit", None),
        "low": ("low", None),
        "high": ("high", None),
        "criticalLow": ("critical_low", None),
        "criticalHigh": ("critical_high", None),
        "flag": ("flag", None),
    }


class Lead(Record):
    id: str
    name: str
    email: str | None
    phone: str | None
    source: str
    metadata: dict[str, Any]
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "email": ("email", None),
        "phone": ("phone", None),
        "source": ("source", None),
        "metadata": ("metadata", None),
        "createdAt": ("created_at", "time"),
    }


class Letterhead(Record):
    """The header of the organisation’s documents; null fields are omitted."""
    name: str
    name_ar: str | None
    """The Arabic name, for documents in Arabic or both languages."""
    address: str | None
    """Up to 4 lines."""
    address_ar: str | None
    city: str | None
    """The place of issue on documents: "Fait à …"."""
    city_ar: str | None
    phone: str | None
    """E.164"""
    email: str | None
    identifiers: list[Identifier]
    """Registration numbers, in the order on documents."""
    color: str
    """Must have a contrast to white of at least 4.5:1."""
    logo_svg: str | None
    """Plain SVG of at most 32 kB: shapes, gradients and clipping; no text, images, scripts, style sheets or external references."""
    updated_at: datetime | None
    """Null until a letterhead is set."""

    _fields = {
        "name": ("name", None),
        "nameAr": ("name_ar", None),
        "address": ("address", None),
        "addressAr": ("address_ar", None),
        "city": ("city", None),
        "cityAr": ("city_ar", None),
        "phone": ("phone", None),
        "email": ("email", None),
        "identifiers": ("identifiers", ["Identifier"]),
        "color": ("color", None),
        "logoSvg": ("logo_svg", None),
        "updatedAt": ("updated_at", "time"),
    }


class LoggedRequest(Record):
    id: str
    at: datetime
    client_id: str
    method: str
    path: str
    """The path of the operation, without ids."""
    operation: str | None
    status: int
    code: str | None
    """The code of the error."""
    fault_paths: list[str]
    """The invalid fields, without values. `?` replaces a name that is not a field of the API."""
    duration_ms: int
    """The time until the answer was sent."""
    request_id: str
    """The `X-Request-Id` of the answer."""

    _fields = {
        "id": ("id", None),
        "at": ("at", "time"),
        "clientId": ("client_id", None),
        "method": ("method", None),
        "path": ("path", None),
        "operation": ("operation", None),
        "status": ("status", None),
        "code": ("code", None),
        "faultPaths": ("fault_paths", None),
        "durationMs": ("duration_ms", None),
        "requestId": ("request_id", None),
    }


class Member(Record):
    id: str
    email: str | None
    """Null if unknown, or if the caller may not see it."""
    name: str
    role: Role
    tenant_id: str
    verified: bool
    """For professionals: whether an administrator has verified them."""
    disabled: bool
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "email": ("email", None),
        "name": ("name", None),
        "role": ("role", "Role"),
        "tenantId": ("tenant_id", None),
        "verified": ("verified", None),
        "disabled": ("disabled", None),
        "createdAt": ("created_at", "time"),
    }


class Membership(Record):
    organization: Organization
    role: Role
    current: bool
    """Whether the token belongs to this organisation."""

    _fields = {
        "organization": ("organization", "Organization"),
        "role": ("role", "Role"),
        "current": ("current", None),
    }


class MergeGains(Record):
    """People and clients with access to one of the records now, and to both after the merge. For logins see `logins`. Clients that act as the record whose login ends are refused until the owner of the login that stays allows them."""
    guardians: list[GainingPerson]
    professionals: list[GainingPerson]
    clients: list[GainingClient]

    _fields = {
        "guardians": ("guardians", ["GainingPerson"]),
        "professionals": ("professionals", ["GainingPerson"]),
        "clients": ("clients", ["GainingClient"]),
    }


class MergePreview(Record):
    survivor: Person
    other: Person
    records: int
    """Number of rows that would move."""
    conflicting_identity: list[str]
    """Identity fields that differ. If there are any, `identityOf` is required."""
    both_sign_in: bool
    """Whether both records have a login."""
    logins: list[MergedLogin]
    """The records with a login, and whether their e-mail address is confirmed. If the other record has a login, `loginOf` is required."""
    in_call: bool
    """Whether one of the patients is in a consultation. The merge is refused until it ends."""
    gaining: MergeGains
    unverified_guardianships: list[str]
    """Guardianships that the organisation must verify or end first. Their guardian registered one record, and would get access to the other."""
    open_disputes: list[str]
    """Open disputes about the identities. If there are two, the merge is refused until one is settled."""

    _fields = {
        "survivor": ("survivor", "Person"),
        "other": ("other", "Person"),
        "records": ("records", None),
        "conflictingIdentity": ("conflicting_identity", None),
        "bothSignIn": ("both_sign_in", None),
        "logins": ("logins", ["MergedLogin"]),
        "inCall": ("in_call", None),
        "gaining": ("gaining", "MergeGains"),
        "unverifiedGuardianships": ("unverified_guardianships", None),
        "openDisputes": ("open_disputes", None),
    }


class MergedLogin(Record):
    id: str
    email: str | None
    email_confirmed: bool
    may_stay: bool
    """Whether `loginOf` may name this record: the other record has a login too, or has a number or address that the owner of this login has confirmed."""

    _fields = {
        "id": ("id", None),
        "email": ("email", None),
        "emailConfirmed": ("email_confirmed", None),
        "mayStay": ("may_stay", None),
    }


class Message(Record):
    id: str
    recipient_user_id: str | None
    """Null for recipients without an account, such as leads."""
    channel: Channel | None
    """Null until a channel has been chosen."""
    template_code: str
    status: MessageStatus
    provider_message_id: str
    """Empty until the provider has accepted the message."""
    created_at: datetime
    about: list[str]
    """Ids of the related records."""
    language: Language | None
    """The language of the text; null until it is rendered."""
    last_error: str | None
    """The code of the last error. It is kept after a later success."""
    sent_at: datetime | None
    delivered_at: datetime | None
    read_at: datetime | None
    failed_at: datetime | None

    _fields = {
        "id": ("id", None),
        "recipientUserId": ("recipient_user_id", None),
        "channel": ("channel", "Channel"),
        "templateCode": ("template_code", None),
        "status": ("status", "MessageStatus"),
        "providerMessageId": ("provider_message_id", None),
        "createdAt": ("created_at", "time"),
        "about": ("about", None),
        "language": ("language", "Language"),
        "lastError": ("last_error", None),
        "sentAt": ("sent_at", "time"),
        "deliveredAt": ("delivered_at", "time"),
        "readAt": ("read_at", "time"),
        "failedAt": ("failed_at", "time"),
    }


class NewEnrolment(Record):
    id: str
    patient_id: str | None
    lead_id: str | None

    _fields = {
        "id": ("id", None),
        "patientId": ("patient_id", None),
        "leadId": ("lead_id", None),
    }


class NewStockMovement(Record):
    n: int
    """Consecutive number within the lot."""
    delta: int
    """Change of the quantity; negative for outgoing stock."""
    reason: StockReason
    quantity: int
    """Quantity after the movement."""

    _fields = {
        "n": ("n", None),
        "delta": ("delta", None),
        "reason": ("reason", "StockReason"),
        "quantity": ("quantity", None),
    }


class OpenIdentityDispute(Record):
    stated: PatientPapers
    """The values that the patient states. Null for fields that are not disputed."""
    reason: str
    """The reason given by the patient."""
    created_at: datetime

    _fields = {
        "stated": ("stated", "PatientPapers"),
        "reason": ("reason", None),
        "createdAt": ("created_at", "time"),
    }


class Opening(Record):
    doctor_id: str
    rules: list[OpeningRule]

    _fields = {
        "doctorId": ("doctor_id", None),
        "rules": ("rules", ["OpeningRule"]),
    }


class OpeningException(Record):
    id: str
    doctor_id: str
    place_id: str | None
    kind: OpeningExceptionKind
    first_day: str
    last_day: str
    from_: str | None
    """Time of the place's wall clock."""
    to: str | None
    """After `from`. Times after 24:00 are on the next day: 26:00 is two hours after midnight."""
    modes: list[VisitMode] | None
    """The modes of the visits that take place then."""
    reason: str | None
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "doctorId": ("doctor_id", None),
        "placeId": ("place_id", None),
        "kind": ("kind", "OpeningExceptionKind"),
        "firstDay": ("first_day", None),
        "lastDay": ("last_day", None),
        "from": ("from_", None),
        "to": ("to", None),
        "modes": ("modes", ["VisitMode"]),
        "reason": ("reason", None),
        "createdAt": ("created_at", "time"),
    }


class OpeningRule(Record):
    place_id: str
    weekday: int
    """1 is Monday, 7 is Sunday."""
    from_: str
    """Time of the place's wall clock."""
    to: str
    """After `from`. Times after 24:00 are on the next day: 26:00 is two hours after midnight."""
    modes: list[VisitMode]
    """The modes of the visits that take place then."""
    valid_from: str | None
    """First day; null for no limit."""
    valid_until: str | None
    """Last day; null for no limit."""
    season: OpeningSeason | None
    """RAMADAN: while Ramadan lasts, only such hours of the place apply."""

    _fields = {
        "placeId": ("place_id", None),
        "weekday": ("weekday", None),
        "from": ("from_", None),
        "to": ("to", None),
        "modes": ("modes", ["VisitMode"]),
        "validFrom": ("valid_from", None),
        "validUntil": ("valid_until", None),
        "season": ("season", "OpeningSeason"),
    }


class Order(Record):
    """If the order is CANCELLED or REJECTED, its pharmacy gets null for `patientId`, `patient` and `prescription.medication`."""
    id: str
    prescription_id: str
    pharmacy_id: str
    patient_id: str | None
    delivery_requested: bool
    status: OrderStatus
    dispensed: list[DispensedLine] | None
    """Null until the order is DELIVERED. Null in a delivery of an earlier version counts as one fill of each line."""
    created_at: datetime
    updated_at: datetime
    prescription: OrderedPrescription
    pharmacy: Person
    patient: Person | None

    _fields = {
        "id": ("id", None),
        "prescriptionId": ("prescription_id", None),
        "pharmacyId": ("pharmacy_id", None),
        "patientId": ("patient_id", None),
        "deliveryRequested": ("delivery_requested", None),
        "status": ("status", "OrderStatus"),
        "dispensed": ("dispensed", ["DispensedLine"]),
        "createdAt": ("created_at", "time"),
        "updatedAt": ("updated_at", "time"),
        "prescription": ("prescription", "OrderedPrescription"),
        "pharmacy": ("pharmacy", "Person"),
        "patient": ("patient", "Person"),
    }


class OrderedPrescription(Record):
    id: str
    medication: str | None

    _fields = {
        "id": ("id", None),
        "medication": ("medication", None),
    }


class Organization(Record):
    id: str
    name: str

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
    }


class OwnSession(Record):
    id: str
    organization: Organization
    user_agent: str | None
    """The `User-Agent` header of the sign-in; null if there was none."""
    created_at: datetime
    last_used_at: datetime
    """When the session was last used, to the minute."""
    expires_at: datetime
    """When the session ends unless it is used again."""
    current: bool
    """Whether this call uses the session."""

    _fields = {
        "id": ("id", None),
        "organization": ("organization", "Organization"),
        "userAgent": ("user_agent", None),
        "createdAt": ("created_at", "time"),
        "lastUsedAt": ("last_used_at", "time"),
        "expiresAt": ("expires_at", "time"),
        "current": ("current", None),
    }


class Passkey(Record):
    id: str
    name: str
    created_at: datetime
    last_used_at: datetime | None

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "createdAt": ("created_at", "time"),
        "lastUsedAt": ("last_used_at", "time"),
    }


class Patient(Record):
    id: str
    name: str
    email: str | None
    """Visible to administrators, the front desk and the patient. Null for other callers, or if unknown."""
    birth_date: str | None
    """As in the identity of the patient. Null if unknown."""
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "email": ("email", None),
        "birthDate": ("birth_date", None),
        "createdAt": ("created_at", "time"),
    }


class PatientConsentUpdatedData(Record):
    patient_id: str
    consents: list[str]

    _fields = {
        "patientId": ("patient_id", None),
        "consents": ("consents", None),
    }


class PatientConsentUpdatedEvent(Record):
    """Patient changed data-protection consent"""
    event: Literal["patient.consent_updated"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: PatientConsentUpdatedData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "PatientConsentUpdatedData"),
        "sequence": ("sequence", None),
    }


class PatientCreatedData(Record):
    patient_id: str

    _fields = {
        "patientId": ("patient_id", None),
    }


class PatientCreatedEvent(Record):
    """New patient registered"""
    event: Literal["patient.created"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: PatientCreatedData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "PatientCreatedData"),
        "sequence": ("sequence", None),
    }


class PatientFile(Record):
    id: str
    name: str
    email: str | None
    """Visible to administrators, the front desk and the patient. Null for other callers, or if unknown."""
    birth_date: str | None
    """As in the identity of the patient. Null if unknown."""
    created_at: datetime
    last_activity_at: datetime
    """Time of the last consultation, prescription, pharmacy order or lab order. Without any, the time of registration."""

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "email": ("email", None),
        "birthDate": ("birth_date", None),
        "createdAt": ("created_at", "time"),
        "lastActivityAt": ("last_activity_at", "time"),
    }


class PatientIdentity(Record):
    """Identity of a patient according to official papers, as shown on documents. Unknown fields are null."""
    birth_date: str | None
    sex: Sex | None
    national_id: str | None
    """The number of the national identity card (CIN), or of a passport."""
    name_ar: str | None
    """The name in Arabic, for documents in Arabic or both languages."""
    insurer: str | None
    """The health insurance fund."""
    insurance_number: str | None
    attested: bool
    """Whether the staff attested birthDate, sex, nationalId and nameAr. If so, the patient cannot change them."""
    dispute: OpenIdentityDispute | None
    """The open dispute of the patient, if there is one."""
    updated_at: datetime | None
    """Time of the last change. Null if no identity has been recorded."""

    _fields = {
        "birthDate": ("birth_date", None),
        "sex": ("sex", "Sex"),
        "nationalId": ("national_id", None),
        "nameAr": ("name_ar", None),
        "insurer": ("insurer", None),
        "insuranceNumber": ("insurance_number", None),
        "attested": ("attested", None),
        "dispute": ("dispute", "OpenIdentityDispute"),
        "updatedAt": ("updated_at", "time"),
    }


class PatientMerge(Record):
    id: str
    """The id of the merged record. It now refers to the survivor."""
    name: str
    """The name of the merged record."""
    survivor_id: str
    reason: str
    merged_at: datetime
    merged_by: Person
    moved: dict[str, list[str]]
    """The keys of the rows that moved, by table and column."""
    replaced: dict[str, dict[str, Any]]
    """Both records before the merge, by id: user, contact, identity and consents, and rows that only one of them could keep (enrolments, relationships, guardianships between the two)."""

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "survivorId": ("survivor_id", None),
        "reason": ("reason", None),
        "mergedAt": ("merged_at", "time"),
        "mergedBy": ("merged_by", "Person"),
        "moved": ("moved", None),
        "replaced": ("replaced", None),
    }


class PatientPapers(Record):
    """The fields of an identity that official papers prove."""
    birth_date: str | None
    sex: Sex | None
    national_id: str | None
    name_ar: str | None

    _fields = {
        "birthDate": ("birth_date", None),
        "sex": ("sex", "Sex"),
        "nationalId": ("national_id", None),
        "nameAr": ("name_ar", None),
    }


class Payment(Record):
    id: str
    invoice_id: str
    method: PaymentMethod
    amount_mad: int
    """Centimes."""
    status: Literal["PENDING", "SUCCEEDED", "DECLINED", "FAILED"] | str
    """PENDING: the card provider has not reported the outcome, and the amount is reserved. FAILED: the charge never reached the provider."""
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "invoiceId": ("invoice_id", None),
        "method": ("method", "PaymentMethod"),
        "amountMAD": ("amount_mad", None),
        "status": ("status", None),
        "createdAt": ("created_at", "time"),
    }


class PaymentRefundedData(Record):
    invoice_id: str
    amount_mad: int
    """Centimes."""

    _fields = {
        "invoiceId": ("invoice_id", None),
        "amountMAD": ("amount_mad", None),
    }


class PaymentRefundedEvent(Record):
    """Refund issued"""
    event: Literal["payment.refunded"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: PaymentRefundedData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "PaymentRefundedData"),
        "sequence": ("sequence", None),
    }


class PaymentSucceededData(Record):
    invoice_id: str
    amount_mad: int
    """Centimes."""

    _fields = {
        "invoiceId": ("invoice_id", None),
        "amountMAD": ("amount_mad", None),
    }


class PaymentSucceededEvent(Record):
    """Card or cash payment recorded"""
    event: Literal["payment.succeeded"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: PaymentSucceededData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "PaymentSucceededData"),
        "sequence": ("sequence", None),
    }


class PeriodOfDeliveries(Record):
    at: datetime
    """The start of the hour or day."""
    succeeded: int
    failed: int
    p50_ms: int | None
    p99_ms: int | None

    _fields = {
        "at": ("at", "time"),
        "succeeded": ("succeeded", None),
        "failed": ("failed", None),
        "p50Ms": ("p50_ms", None),
        "p99Ms": ("p99_ms", None),
    }


class Person(Record):
    id: str
    name: str

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
    }


class PickupCode(Record):
    prescription_id: str
    code: str
    expires_at: datetime

    _fields = {
        "prescriptionId": ("prescription_id", None),
        "code": ("code", None),
        "expiresAt": ("expires_at", "time"),
    }


class Place(Record):
    id: str
    name: str
    address: str | None
    city: str
    phone: str | None
    time_zone: str
    active: bool
    """Whether slots at this place are offered."""
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "address": ("address", None),
        "city": ("city", None),
        "phone": ("phone", None),
        "timeZone": ("time_zone", None),
        "active": ("active", None),
        "createdAt": ("created_at", "time"),
    }


class PossibleDuplicate(Record):
    id: str
    name: str
    birth_date: str | None
    national_id: str | None
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "birthDate": ("birth_date", None),
        "nationalId": ("national_id", None),
        "createdAt": ("created_at", "time"),
    }


class PrescriberKey(Record):
    """The public half of a prescriber's key, as a JWK (RFC 8037)."""
    kty: Literal["OKP"]
    crv: Literal["Ed25519"]
    x: str
    kid: str
    alg: Literal["EdDSA"]
    use: Literal["sig"]

    _fields = {
        "kty": ("kty", None),
        "crv": ("crv", None),
        "x": ("x", None),
        "kid": ("kid", None),
        "alg": ("alg", None),
        "use": ("use", None),
    }


class Prescription(Record):
    id: str
    patient_id: str
    doctor_id: str
    appointment_id: str | None
    """Null for a renewal without appointment."""
    medication: str
    dosage: str
    instructions: str | None
    items: list[PrescriptionItem]
    """Every line, including the first."""
    patient_weight_kg: float | None
    """The weight of the patient in kilograms. The signature covers it, and the document prints it."""
    status: PrescriptionStatus
    issued_at: datetime
    valid_until: datetime | None
    cancel_reason: str | None
    signature: str | None
    """`sha256:` and the lowercase hex digest of the canonical form."""
    signed_at: datetime | None
    times_delivered: int
    """Number of delivered orders."""
    doctor: Person
    patient: Person

    _fields = {
        "id": ("id", None),
        "patientId": ("patient_id", None),
        "doctorId": ("doctor_id", None),
        "appointmentId": ("appointment_id", None),
        "medication": ("medication", None),
        "dosage": ("dosage", None),
        "instructions": ("instructions", None),
        "items": ("items", ["PrescriptionItem"]),
        "patientWeightKg": ("patient_weight_kg", None),
        "status": ("status", "PrescriptionStatus"),
        "issuedAt": ("issued_at", "time"),
        "validUntil": ("valid_until", "time"),
        "cancelReason": ("cancel_reason", None),
        "signature": ("signature", None),
        "signedAt": ("signed_at", "time"),
        "timesDelivered": ("times_delivered", None),
        "doctor": ("doctor", "Person"),
        "patient": ("patient", "Person"),
    }


class PrescriptionCreatedData(Record):
    prescription_id: str
    medication: str

    _fields = {
        "prescriptionId": ("prescription_id", None),
        "medication": ("medication", None),
    }


class PrescriptionCreatedEvent(Record):
    """New prescription issued"""
    event: Literal["prescription.created"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: PrescriptionCreatedData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "PrescriptionCreatedData"),
        "sequence": ("sequence", None),
    }


class PrescriptionItem(Record):
    """One medicine of a prescription."""
    medication: str
    dosage: str
    instructions: str | None
    duration_days: int | None
    substance_table: SubstanceTable | None
    quantity: int | None
    """Units of one fill."""
    unit: str | None
    refills: int
    """Fills after the first."""
    substitutable: bool
    """Whether the pharmacy may dispense an equivalent medicine."""
    left: int
    """Remaining amount to dispense: units of `quantity`, or deliveries for a line without quantity."""

    _fields = {
        "medication": ("medication", None),
        "dosage": ("dosage", None),
        "instructions": ("instructions", None),
        "durationDays": ("duration_days", None),
        "substanceTable": ("substance_table", "SubstanceTable"),
        "quantity": ("quantity", None),
        "unit": ("unit", None),
        "refills": ("refills", None),
        "substitutable": ("substitutable", None),
        "left": ("left", None),
    }


class PrescriptionSignature(Record):
    digest: str
    """`sha256:` and the lowercase hex digest of the canonical form."""
    algorithm: Literal["EdDSA"]
    kid: str
    value: str
    """Compact JWS with detached content (RFC 7515, appendix F): header, two dots, signature."""
    canonical: str
    """The prescription as RFC 8785 JSON: the content that was signed, in UTF-8."""
    public_key: PrescriberKey
    public_key_pem: str
    """The same key for openssl."""
    signed_at: datetime
    valid: bool
    """Whether the stored prescription equals the signed content."""

    _fields = {
        "digest": ("digest", None),
        "algorithm": ("algorithm", None),
        "kid": ("kid", None),
        "value": ("value", None),
        "canonical": ("canonical", None),
        "publicKey": ("public_key", "PrescriberKey"),
        "publicKeyPem": ("public_key_pem", None),
        "signedAt": ("signed_at", "time"),
        "valid": ("valid", None),
    }


class PrescriptionSignedData(Record):
    prescription_id: str
    signature: str

    _fields = {
        "prescriptionId": ("prescription_id", None),
        "signature": ("signature", None),
    }


class PrescriptionSignedEvent(Record):
    """Prescription digitally signed"""
    event: Literal["prescription.signed"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: PrescriptionSignedData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "PrescriptionSignedData"),
        "sequence": ("sequence", None),
    }


class PublicDoctor(Record):
    id: str
    slug: str
    name: str
    specialty: str
    city: str
    rating: float
    is_tele: bool

    _fields = {
        "id": ("id", None),
        "slug": ("slug", None),
        "name": ("name", None),
        "specialty": ("specialty", None),
        "city": ("city", None),
        "rating": ("rating", None),
        "isTele": ("is_tele", None),
    }


class PublicPlace(Record):
    name: str
    city: str
    time_zone: str

    _fields = {
        "name": ("name", None),
        "city": ("city", None),
        "timeZone": ("time_zone", None),
    }


class PublicSlot(Record):
    doctor_id: str
    place_id: str
    visit_type_id: str
    start_time: datetime
    end_time: datetime
    doctor: Person
    specialty: str
    mode: VisitMode
    visit_type: str
    place: PublicPlace

    _fields = {
        "doctorId": ("doctor_id", None),
        "placeId": ("place_id", None),
        "visitTypeId": ("visit_type_id", None),
        "startTime": ("start_time", "time"),
        "endTime": ("end_time", "time"),
        "doctor": ("doctor", "Person"),
        "specialty": ("specialty", None),
        "mode": ("mode", "VisitMode"),
        "visitType": ("visit_type", None),
        "place": ("place", "PublicPlace"),
    }


class QuietHours(Record):
    """Hours in Moroccan time. If `from` is later than `to`, they end on the next day."""
    from_: str
    to: str

    _fields = {
        "from": ("from_", None),
        "to": ("to", None),
    }


class Recovery(Record):
    id: str
    state: Literal["RUNNING", "DONE", "CANCELLED"] | str
    since: datetime
    until: datetime
    resent: int
    """How many deliveries the recovery has resent so far."""
    created_at: datetime
    finished_at: datetime | None

    _fields = {
        "id": ("id", None),
        "state": ("state", None),
        "since": ("since", "time"),
        "until": ("until", "time"),
        "resent": ("resent", None),
        "createdAt": ("created_at", "time"),
        "finishedAt": ("finished_at", "time"),
    }


class Refund(Record):
    id: str
    invoice_id: str
    amount_mad: int
    """Centimes."""
    refunded_mad: int
    """Amount refunded so far, in centimes."""
    reason: str | None
    status: Literal["PENDING", "SUCCEEDED", "PARTIAL", "FAILED"] | str
    """PENDING: the card provider has not reported the outcome. PARTIAL: the bank refused a part of the amount. FAILED: the bank refused all of it."""
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "invoiceId": ("invoice_id", None),
        "amountMAD": ("amount_mad", None),
        "refundedMAD": ("refunded_mad", None),
        "reason": ("reason", None),
        "status": ("status", None),
        "createdAt": ("created_at", "time"),
    }


class RefusedEnrolment(Record):
    id: str
    """The id of the patient or lead."""
    reason: Literal["NO_CONSENT", "OPTED_OUT", "ACCOUNT_DISABLED", "ALREADY_ENROLLED"] | str

    _fields = {
        "id": ("id", None),
        "reason": ("reason", None),
    }


class RegisteredPatient(Record):
    id: str
    name: str
    birth_date: str
    email: str | None
    phone: str | None
    created_at: datetime
    last_activity_at: datetime
    """The time of registration."""

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "birthDate": ("birth_date", None),
        "email": ("email", None),
        "phone": ("phone", None),
        "createdAt": ("created_at", "time"),
        "lastActivityAt": ("last_activity_at", "time"),
    }


class RegisteredUser(Record):
    id: str
    email: str
    role: Role

    _fields = {
        "id": ("id", None),
        "email": ("email", None),
        "role": ("role", "Role"),
    }


class Review(Record):
    id: str
    appointment_id: str
    doctor_id: str
    patient_id: str
    rating: int
    """From 1 to 5; 5 is best."""
    comment: str | None
    created_at: datetime
    doctor: Person
    patient: Person

    _fields = {
        "id": ("id", None),
        "appointmentId": ("appointment_id", None),
        "doctorId": ("doctor_id", None),
        "patientId": ("patient_id", None),
        "rating": ("rating", None),
        "comment": ("comment", None),
        "createdAt": ("created_at", "time"),
        "doctor": ("doctor", "Person"),
        "patient": ("patient", "Person"),
    }


class ReviewCreatedData(Record):
    review_id: str
    rating: int

    _fields = {
        "reviewId": ("review_id", None),
        "rating": ("rating", None),
    }


class ReviewCreatedEvent(Record):
    """Verified review published"""
    event: Literal["review.created"]
    id: str
    """The same on every attempt. Use it to discard duplicates."""
    created_at: datetime
    data: ReviewCreatedData
    sequence: int | None
    """Only in lists of events: the position in the order of writing, as in `X-MC-Sequence`. Positions have gaps."""

    _fields = {
        "event": ("event", None),
        "id": ("id", None),
        "createdAt": ("created_at", "time"),
        "data": ("data", "ReviewCreatedData"),
        "sequence": ("sequence", None),
    }


class RotatedClient(Record):
    id: str
    name: str
    acts_as: ClientUser
    scopes: list[Scope]
    status: ClientStatus
    created_at: datetime
    acting_allowed_at: datetime | None
    """When the user allowed the client to act as them. While it is null, the client is refused every operation. A client that its user created can act at once; otherwise the user allows it in their own session, with `POST /api/users/me/clients/{id}/acting`. Tokens of secrets that are created later need a new permission."""
    signing_allowed_at: datetime | None
    """When the user, a doctor or dentist, allowed the client to sign and issue in their name; null if it may not. The user allows it in their own session, with `POST /api/users/me/clients/{id}/signing`."""
    ended_at: datetime | None
    """When the user permanently ended the client."""
    secrets: list[ClientSecret]
    """The valid secrets: the current one, and during a rotation also the previous one with its expiry."""
    secret: str | None
    """Returned only in this response. Null in a replay, because secrets are shown once."""
    previous_valid_until: datetime | None
    """Null when no other secret is valid."""

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "actsAs": ("acts_as", "ClientUser"),
        "scopes": ("scopes", ["Scope"]),
        "status": ("status", "ClientStatus"),
        "createdAt": ("created_at", "time"),
        "actingAllowedAt": ("acting_allowed_at", "time"),
        "signingAllowedAt": ("signing_allowed_at", "time"),
        "endedAt": ("ended_at", "time"),
        "secrets": ("secrets", ["ClientSecret"]),
        "secret": ("secret", None),
        "previousValidUntil": ("previous_valid_until", "time"),
    }


class RotatedWebhook(Record):
    id: str
    client_id: str
    """The client that the webhook belongs to."""
    url: str
    redundant_url: str | None
    events: list[EventKind]
    """The event kinds that are sent. Empty for all kinds."""
    status: WebhookStatus
    description: str | None
    created_at: datetime
    failing_since: datetime | None
    """When the first request failed after the last success."""
    last_success_at: datetime | None
    """When a request last succeeded, to the minute."""
    rotation: SecretRotation | None
    """The second secret, if there is one. At `until`, a NEXT secret takes over or a PREVIOUS secret expires."""
    secret: str | None
    """The key of the signatures. Keep it secret. Null in a replay, because secrets are shown once."""
    grace_until: datetime | None
    """When the new secret takes over; null if it already has."""

    _fields = {
        "id": ("id", None),
        "clientId": ("client_id", None),
        "url": ("url", None),
        "redundantUrl": ("redundant_url", None),
        "events": ("events", ["EventKind"]),
        "status": ("status", "WebhookStatus"),
        "description": ("description", None),
        "createdAt": ("created_at", "time"),
        "failingSince": ("failing_since", "time"),
        "lastSuccessAt": ("last_success_at", "time"),
        "rotation": ("rotation", "SecretRotation"),
        "secret": ("secret", None),
        "graceUntil": ("grace_until", "time"),
    }


class SecretRotation(Record):
    state: Literal["NEXT", "PREVIOUS"] | str
    until: datetime

    _fields = {
        "state": ("state", None),
        "until": ("until", "time"),
    }


class Series(Record):
    id: str
    doctor_id: str
    patient_id: str
    repeat: SeriesRepeat
    time_zone: str
    """The appointments have the same time on the wall clock of this time zone."""
    appointments: list[SeriesAppointment]
    """Earliest first, without deleted ones."""
    patient: Person
    doctor: Person
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "doctorId": ("doctor_id", None),
        "patientId": ("patient_id", None),
        "repeat": ("repeat", "SeriesRepeat"),
        "timeZone": ("time_zone", None),
        "appointments": ("appointments", ["SeriesAppointment"]),
        "patient": ("patient", "Person"),
        "doctor": ("doctor", "Person"),
        "createdAt": ("created_at", "time"),
    }


class SeriesAppointment(Record):
    id: str
    start_time: datetime
    end_time: datetime
    status: AppointmentStatus

    _fields = {
        "id": ("id", None),
        "startTime": ("start_time", "time"),
        "endTime": ("end_time", "time"),
        "status": ("status", "AppointmentStatus"),
    }


class SeriesRepeat(Record):
    frequency: SeriesFrequency
    interval: int
    """Weeks or months between two appointments."""
    count: int
    """The number of appointments."""

    _fields = {
        "frequency": ("frequency", "SeriesFrequency"),
        "interval": ("interval", None),
        "count": ("count", None),
    }


class Service(Record):
    id: str
    name: str
    code: str | None
    price_mad: int
    """The current price in centimes."""
    duration_min: int | None
    """Duration in minutes."""
    active: bool
    """Whether the service is offered."""
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "code": ("code", None),
        "priceMAD": ("price_mad", None),
        "durationMin": ("duration_min", None),
        "active": ("active", None),
        "createdAt": ("created_at", "time"),
    }


class ServicePrice(Record):
    id: str
    service_id: str
    price_mad: int
    """Centimes."""
    from_: datetime
    """When the price takes effect. It applies until the next one."""
    status: Literal["TO_COME", "IN_FORCE", "PAST"] | str
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "serviceId": ("service_id", None),
        "priceMAD": ("price_mad", None),
        "from": ("from_", "time"),
        "status": ("status", None),
        "createdAt": ("created_at", "time"),
    }


class SigningCertificate(Record):
    """A certificate that signs PDF documents. The private key is never returned."""
    id: str
    practitioner: Person | None
    """The holder; null if the organisation holds the certificate."""
    subject: str
    fingerprint: str
    """SHA-256 of the certificate, as lowercase hex."""
    self_signed: bool
    """Whether the certificate is its own issuer."""
    valid_from: datetime
    valid_until: datetime
    expires_soon: bool
    """Whether the certificate is in use, and has expired or expires within 30 days."""
    status: SigningCertificateStatus
    created_at: datetime
    retired_at: datetime | None

    _fields = {
        "id": ("id", None),
        "practitioner": ("practitioner", "Person"),
        "subject": ("subject", None),
        "fingerprint": ("fingerprint", None),
        "selfSigned": ("self_signed", None),
        "validFrom": ("valid_from", "time"),
        "validUntil": ("valid_until", "time"),
        "expiresSoon": ("expires_soon", None),
        "status": ("status", "SigningCertificateStatus"),
        "createdAt": ("created_at", "time"),
        "retiredAt": ("retired_at", "time"),
    }


class SigningCertificateWithChain(Record):
    id: str
    practitioner: Person | None
    """The holder; null if the organisation holds the certificate."""
    subject: str
    fingerprint: str
    """SHA-256 of the certificate, as lowercase hex."""
    self_signed: bool
    """Whether the certificate is its own issuer."""
    valid_from: datetime
    valid_until: datetime
    expires_soon: bool
    """Whether the certificate is in use, and has expired or expires within 30 days."""
    status: SigningCertificateStatus
    created_at: datetime
    retired_at: datetime | None
    chain_pem: str
    """The certificate and its issuers, in order."""

    _fields = {
        "id": ("id", None),
        "practitioner": ("practitioner", "Person"),
        "subject": ("subject", None),
        "fingerprint": ("fingerprint", None),
        "selfSigned": ("self_signed", None),
        "validFrom": ("valid_from", "time"),
        "validUntil": ("valid_until", "time"),
        "expiresSoon": ("expires_soon", None),
        "status": ("status", "SigningCertificateStatus"),
        "createdAt": ("created_at", "time"),
        "retiredAt": ("retired_at", "time"),
        "chainPem": ("chain_pem", None),
    }


class SigningKey(Record):
    kid: str
    public_key: PrescriberKey
    created_at: datetime

    _fields = {
        "kid": ("kid", None),
        "publicKey": ("public_key", "PrescriberKey"),
        "createdAt": ("created_at", "time"),
    }


class SkippedOverlap(Record):
    id: str | None

    _fields = {
        "id": ("id", None),
    }


class SkippedTime(Record):
    start_time: datetime
    end_time: datetime
    overlap: SkippedOverlap

    _fields = {
        "startTime": ("start_time", "time"),
        "endTime": ("end_time", "time"),
        "overlap": ("overlap", "SkippedOverlap"),
    }


class Slot(Record):
    doctor_id: str
    place_id: str
    visit_type_id: str
    start_time: datetime
    end_time: datetime

    _fields = {
        "doctorId": ("doctor_id", None),
        "placeId": ("place_id", None),
        "visitTypeId": ("visit_type_id", None),
        "startTime": ("start_time", "time"),
        "endTime": ("end_time", "time"),
    }


class StaffDoctor(Record):
    id: str
    name: str
    email: str | None
    specialty: str | None
    city: str | None
    slug: str | None
    languages: list[str] | None
    is_tele: bool | None
    rating: float | None
    review_count: int | None
    """Number of reviews behind `rating`. If 0, `rating` is the initial value of the profile."""
    licence_number: str | None
    phone: str | None
    verified: bool
    verified_at: datetime | None

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "email": ("email", None),
        "specialty": ("specialty", None),
        "city": ("city", None),
        "slug": ("slug", None),
        "languages": ("languages", None),
        "isTele": ("is_tele", None),
        "rating": ("rating", None),
        "reviewCount": ("review_count", None),
        "licenceNumber": ("licence_number", None),
        "phone": ("phone", None),
        "verified": ("verified", None),
        "verifiedAt": ("verified_at", "time"),
    }


class StepFault(Record):
    path: list[str]
    message: str

    _fields = {
        "path": ("path", None),
        "message": ("message", None),
    }


class StockLot(Record):
    id: str
    pharmacy_id: str
    medication: str
    lot_number: str
    quantity: int
    """Quantity in stock."""
    expires_on: str
    """The last day of use, in Moroccan time."""
    received_at: datetime
    pharmacy: Person

    _fields = {
        "id": ("id", None),
        "pharmacyId": ("pharmacy_id", None),
        "medication": ("medication", None),
        "lotNumber": ("lot_number", None),
        "quantity": ("quantity", None),
        "expiresOn": ("expires_on", None),
        "receivedAt": ("received_at", "time"),
        "pharmacy": ("pharmacy", "Person"),
    }


class StockMovement(Record):
    n: int
    """Consecutive number within the lot."""
    delta: int
    """Change of the quantity; negative for outgoing stock."""
    reason: StockReason
    quantity: int
    """Quantity after the movement."""
    note: str | None
    at: datetime
    by: Person

    _fields = {
        "n": ("n", None),
        "delta": ("delta", None),
        "reason": ("reason", "StockReason"),
        "quantity": ("quantity", None),
        "note": ("note", None),
        "at": ("at", "time"),
        "by": ("by", "Person"),
    }


class Template(Record):
    code: str
    channel: Channel
    language: Language
    purpose: Purpose
    variables: list[str]
    """The required variables. Each text may also use `recipientName`."""
    optional: list[str]
    """The optional variables."""
    own: bool
    """Whether the organisation wrote the text."""
    sendable: bool
    """Whether clients can send the template with `POST /api/notifications/send`, and replace its text with `PUT`. Only the platform sends templates about accounts, access, secrets and alarms, always with its own text."""

    _fields = {
        "code": ("code", None),
        "channel": ("channel", "Channel"),
        "language": ("language", "Language"),
        "purpose": ("purpose", "Purpose"),
        "variables": ("variables", None),
        "optional": ("optional", None),
        "own": ("own", None),
        "sendable": ("sendable", None),
    }


class TemplatePreview(Record):
    subject: str | None
    """E-mails only."""
    text: str
    html: str | None
    """The HTML version of e-mails."""
    segments: int | None
    """The number of SMS segments."""

    _fields = {
        "subject": ("subject", None),
        "text": ("text", None),
        "html": ("html", None),
        "segments": ("segments", None),
    }


class TestDelivery(Record):
    id: str
    event_id: str
    event: EventKind
    state: DeliveryState
    """PENDING: waits for `nextAttemptAt`. HELD: waits until the webhook is enabled. FAILED: four attempts have failed. CANCELLED: the webhook was deleted, or its client could not read the event when the delivery was due."""

    _fields = {
        "id": ("id", None),
        "eventId": ("event_id", None),
        "event": ("event", "EventKind"),
        "state": ("state", "DeliveryState"),
    }


class TokenAnswer(Record):
    access_token: str
    token_type: Literal["Bearer"]
    expires_in: int
    """Lifetime of the access token in seconds."""
    scope: str
    refresh_token: str
    refresh_expires_in: int
    """Lifetime of the refresh token in seconds."""

    _fields = {
        "access_token": ("access_token", None),
        "token_type": ("token_type", None),
        "expires_in": ("expires_in", None),
        "scope": ("scope", None),
        "refresh_token": ("refresh_token", None),
        "refresh_expires_in": ("refresh_expires_in", None),
    }


class TriggeredEvent(Record):
    id: str
    event: EventKind

    _fields = {
        "id": ("id", None),
        "event": ("event", "EventKind"),
    }


class Usage(Record):
    plan: Plan
    limits: UsageLimits
    webhooks: int
    """Webhooks that the organisation has."""
    since: datetime
    """The start of the period."""
    clients: list[ClientUsage]
    """At most 100 clients, those with most requests first."""

    _fields = {
        "plan": ("plan", "Plan"),
        "limits": ("limits", "UsageLimits"),
        "webhooks": ("webhooks", None),
        "since": ("since", "time"),
        "clients": ("clients", ["ClientUsage"]),
    }


class UsageLimits(Record):
    per_minute: int
    """Requests of each client in a minute."""
    per_day: int | None
    """Requests of each client in a day; null if unlimited."""
    webhooks: int
    """The maximum number of webhooks of the organisation."""

    _fields = {
        "perMinute": ("per_minute", None),
        "perDay": ("per_day", None),
        "webhooks": ("webhooks", None),
    }


class User(Record):
    id: str
    email: str | None
    """Null if unknown."""
    name: str
    role: Role
    tenant_id: str

    _fields = {
        "id": ("id", None),
        "email": ("email", None),
        "name": ("name", None),
        "role": ("role", "Role"),
        "tenantId": ("tenant_id", None),
    }


class Verification(Record):
    state: Literal["GENUINE", "DISPENSED", "CANCELLED"] | str
    """`GENUINE`: the document was issued and is valid. `DISPENSED`: it is genuine, and a pharmacy has delivered the prescription at least once. `CANCELLED`: do not accept it, because the document, its prescription or its invoice was cancelled, or the invoice was refunded."""
    template_id: DocumentTemplate
    serial: str
    issued_at: datetime
    """Date of the prescription or invoice, or else of the document."""
    made_at: datetime
    """When this file was generated."""
    issuer: str
    """The practice, as in its letterhead."""
    practitioner: VerifiedPractitioner | None
    patient_initials: str
    """The only data about the patient."""
    valid_until: datetime | None
    """End of the validity of a prescription."""
    expired: bool
    """Whether `validUntil` has passed. The document stays genuine."""
    dispensed_at: list[datetime]
    """Times at which pharmacies delivered the prescription, earliest first."""
    cancelled_at: datetime | None
    signed: bool
    """Whether the file has a PAdES signature."""
    certificate: VerifiedCertificate | None
    sha256: str
    """SHA-256 of the issued file, in hex."""
    size: int
    """Size of the file in bytes."""

    _fields = {
        "state": ("state", None),
        "templateId": ("template_id", "DocumentTemplate"),
        "serial": ("serial", None),
        "issuedAt": ("issued_at", "time"),
        "madeAt": ("made_at", "time"),
        "issuer": ("issuer", None),
        "practitioner": ("practitioner", "VerifiedPractitioner"),
        "patientInitials": ("patient_initials", None),
        "validUntil": ("valid_until", "time"),
        "expired": ("expired", None),
        "dispensedAt": ("dispensed_at", ["time"]),
        "cancelledAt": ("cancelled_at", "time"),
        "signed": ("signed", None),
        "certificate": ("certificate", "VerifiedCertificate"),
        "sha256": ("sha256", None),
        "size": ("size", None),
    }


class VerifiedCertificate(Record):
    subject: str
    fingerprint: str
    """SHA-256 of the certificate, in hex."""
    self_signed: bool
    """Whether the certificate is self-signed."""

    _fields = {
        "subject": ("subject", None),
        "fingerprint": ("fingerprint", None),
        "selfSigned": ("self_signed", None),
    }


class VerifiedPractitioner(Record):
    name: str
    role: Literal["DOCTOR", "DENTIST"] | str
    specialty: str | None
    licence_number: str | None

    _fields = {
        "name": ("name", None),
        "role": ("role", None),
        "specialty": ("specialty", None),
        "licenceNumber": ("licence_number", None),
    }


class VisitFile(Record):
    id: str
    appointment_id: str
    name: str
    """File name without a path. The extension must match the content: .pdf, .jpg, .jpeg or .png."""
    type: FileType
    size: int
    """Size of the file in bytes."""
    sha256: str
    """SHA-256 of the file in lowercase hex."""
    shared_by: str
    """The name of the participant who shared it."""
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "appointmentId": ("appointment_id", None),
        "name": ("name", None),
        "type": ("type", "FileType"),
        "size": ("size", None),
        "sha256": ("sha256", None),
        "sharedBy": ("shared_by", None),
        "createdAt": ("created_at", "time"),
    }


class VisitFileContent(Record):
    id: str
    appointment_id: str
    name: str
    """File name without a path. The extension must match the content: .pdf, .jpg, .jpeg or .png."""
    type: FileType
    size: int
    """Size of the file in bytes."""
    sha256: str
    """SHA-256 of the file in lowercase hex."""
    shared_by: str
    """The name of the participant who shared it."""
    created_at: datetime
    url: str
    """URL of the file; needs no token."""
    expires_at: datetime
    """Expiry of the URL, after 15 minutes."""

    _fields = {
        "id": ("id", None),
        "appointmentId": ("appointment_id", None),
        "name": ("name", None),
        "type": ("type", "FileType"),
        "size": ("size", None),
        "sha256": ("sha256", None),
        "sharedBy": ("shared_by", None),
        "createdAt": ("created_at", "time"),
        "url": ("url", None),
        "expiresAt": ("expires_at", "time"),
    }


class VisitType(Record):
    id: str
    name: str
    service_id: str
    """The service with the price."""
    mode: VisitMode
    duration_min: int
    """Duration in minutes; at most 120 if patients book it."""
    step_min: int
    """Minutes between two offered starts, counted from the opening."""
    buffer_before_min: int
    """Minutes kept free before a visit in offered times."""
    buffer_after_min: int
    """Minutes kept free after a visit in offered times."""
    min_notice_min: int
    """Minutes between now and the first offered start."""
    horizon_days: int
    """Days from now to the last offered start."""
    bookable_by: VisitTypeBooker
    new_patients_only: bool
    """Whether only patients without an earlier visit with the professional can book it."""
    doctor_ids: list[str] | None
    """The professionals who offer it; null for all doctors and dentists of the organisation."""
    active: bool
    """Whether it is offered."""
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "name": ("name", None),
        "serviceId": ("service_id", None),
        "mode": ("mode", "VisitMode"),
        "durationMin": ("duration_min", None),
        "stepMin": ("step_min", None),
        "bufferBeforeMin": ("buffer_before_min", None),
        "bufferAfterMin": ("buffer_after_min", None),
        "minNoticeMin": ("min_notice_min", None),
        "horizonDays": ("horizon_days", None),
        "bookableBy": ("bookable_by", "VisitTypeBooker"),
        "newPatientsOnly": ("new_patients_only", None),
        "doctorIds": ("doctor_ids", None),
        "active": ("active", None),
        "createdAt": ("created_at", "time"),
    }


class WaitlistEntry(Record):
    id: str
    patient_id: str
    visit_type_id: str
    doctor_id: str | None
    """Null for any professional who offers the type."""
    city: str | None
    specialty: str | None
    first_day: str
    last_day: str
    weekdays: list[int] | None
    """Null for all."""
    from_: str | None
    to: str | None
    urgent: bool
    """Urgent entries come first. Only the staff sets it."""
    status: WaitlistStatus
    offer: WaitlistOffer | None
    """The time that is held for the patient."""
    patient: Person
    created_at: datetime

    _fields = {
        "id": ("id", None),
        "patientId": ("patient_id", None),
        "visitTypeId": ("visit_type_id", None),
        "doctorId": ("doctor_id", None),
        "city": ("city", None),
        "specialty": ("specialty", None),
        "firstDay": ("first_day", None),
        "lastDay": ("last_day", None),
        "weekdays": ("weekdays", None),
        "from": ("from_", None),
        "to": ("to", None),
        "urgent": ("urgent", None),
        "status": ("status", "WaitlistStatus"),
        "offer": ("offer", "WaitlistOffer"),
        "patient": ("patient", "Person"),
        "createdAt": ("created_at", "time"),
    }


class WaitlistOffer(Record):
    hold_id: str
    """`POST /api/appointments` books the time with it."""
    doctor_id: str
    place_id: str
    start_time: datetime
    end_time: datetime
    expires_at: datetime
    doctor: Person

    _fields = {
        "holdId": ("hold_id", None),
        "doctorId": ("doctor_id", None),
        "placeId": ("place_id", None),
        "startTime": ("start_time", "time"),
        "endTime": ("end_time", "time"),
        "expiresAt": ("expires_at", "time"),
        "doctor": ("doctor", "Person"),
    }


class Webhook(Record):
    id: str
    client_id: str
    """The client that the webhook belongs to."""
    url: str
    redundant_url: str | None
    events: list[EventKind]
    """The event kinds that are sent. Empty for all kinds."""
    status: WebhookStatus
    description: str | None
    created_at: datetime
    failing_since: datetime | None
    """When the first request failed after the last success."""
    last_success_at: datetime | None
    """When a request last succeeded, to the minute."""
    rotation: SecretRotation | None
    """The second secret, if there is one. At `until`, a NEXT secret takes over or a PREVIOUS secret expires."""

    _fields = {
        "id": ("id", None),
        "clientId": ("client_id", None),
        "url": ("url", None),
        "redundantUrl": ("redundant_url", None),
        "events": ("events", ["EventKind"]),
        "status": ("status", "WebhookStatus"),
        "description": ("description", None),
        "createdAt": ("created_at", "time"),
        "failingSince": ("failing_since", "time"),
        "lastSuccessAt": ("last_success_at", "time"),
        "rotation": ("rotation", "SecretRotation"),
    }


class WebhookNotice(Record):
    kind: Literal["FAILING", "DISABLED", "GONE"] | str
    at: datetime

    _fields = {
        "kind": ("kind", None),
        "at": ("at", "time"),
    }


class WebhookStatistics(Record):
    hours: int
    succeeded: int
    failed: int
    success_rate: float | None
    """The share of successful requests. Null if there were no requests."""
    p50_ms: int | None
    p99_ms: int | None
    pending: int
    """Deliveries that are waiting or being sent."""
    held: int
    """Deliveries held until the webhook is enabled."""
    oldest_pending_sec: int | None
    """How long the oldest pending delivery has been due. Null if none is due."""
    failing_since: datetime | None
    """When the first request failed after the last success."""
    last_success_at: datetime | None
    """When a request last succeeded, to the minute."""
    next_attempt_at: datetime | None
    """When the next pending delivery is due."""
    notices: list[WebhookNotice]
    """At most 20 notices about the webhook, newest first. FAILING: it will be disabled unless it recovers. DISABLED: it was disabled for failing. GONE: it was disabled because it answered 410."""

    _fields = {
        "hours": ("hours", None),
        "succeeded": ("succeeded", None),
        "failed": ("failed", None),
        "successRate": ("success_rate", None),
        "p50Ms": ("p50_ms", None),
        "p99Ms": ("p99_ms", None),
        "pending": ("pending", None),
        "held": ("held", None),
        "oldestPendingSec": ("oldest_pending_sec", None),
        "failingSince": ("failing_since", "time"),
        "lastSuccessAt": ("last_success_at", "time"),
        "nextAttemptAt": ("next_attempt_at", "time"),
        "notices": ("notices", ["WebhookNotice"]),
    }


class WebhookWithSecret(Record):
    id: str
    client_id: str
    """The client that the webhook belongs to."""
    url: str
    redundant_url: str | None
    events: list[EventKind]
    """The event kinds that are sent. Empty for all kinds."""
    status: WebhookStatus
    description: str | None
    created_at: datetime
    failing_since: datetime | None
    """When the first request failed after the last success."""
    last_success_at: datetime | None
    """When a request last succeeded, to the minute."""
    rotation: SecretRotation | None
    """The second secret, if there is one. At `until`, a NEXT secret takes over or a PREVIOUS secret expires."""
    secret: str | None
    """The key of the signatures. Keep it secret. Null in a replay, because secrets are shown once."""

    _fields = {
        "id": ("id", None),
        "clientId": ("client_id", None),
        "url": ("url", None),
        "redundantUrl": ("redundant_url", None),
        "events": ("events", ["EventKind"]),
        "status": ("status", "WebhookStatus"),
        "description": ("description", None),
        "createdAt": ("created_at", "time"),
        "failingSince": ("failing_since", "time"),
        "lastSuccessAt": ("last_success_at", "time"),
        "rotation": ("rotation", "SecretRotation"),
        "secret": ("secret", None),
    }


class WholeTemplate(Record):
    code: str
    channel: Channel
    language: Language
    purpose: Purpose
    variables: list[str]
    """The required variables. Each text may also use `recipientName`."""
    optional: list[str]
    """The optional variables."""
    own: bool
    """Whether the organisation wrote the text."""
    sendable: bool
    """Whether clients can send the template with `POST /api/notifications/send`, and replace its text with `PUT`. Only the platform sends templates about accounts, access, secrets and alarms, always with its own text."""
    kinds: dict[str, VariableKind]
    """The kind of each variable."""
    subject: str | None
    """E-mails only."""
    text: str
    updated_at: datetime | None
    """Null for the platform’s text."""

    _fields = {
        "code": ("code", None),
        "channel": ("channel", "Channel"),
        "language": ("language", "Language"),
        "purpose": ("purpose", "Purpose"),
        "variables": ("variables", None),
        "optional": ("optional", None),
        "own": ("own", None),
        "sendable": ("sendable", None),
        "kinds": ("kinds", None),
        "subject": ("subject", None),
        "text": ("text", None),
        "updatedAt": ("updated_at", "time"),
    }


class ReadServerMetadataAnswer(Record):
    issuer: str
    token_endpoint: str
    revocation_endpoint: str
    introspection_endpoint: str
    jwks_uri: str
    scopes_supported: list[str]
    response_types_supported: list[str]
    grant_types_supported: list[str]
    token_endpoint_auth_methods_supported: list[str]
    revocation_endpoint_auth_methods_supported: list[str]
    introspection_endpoint_auth_methods_supported: list[str]
    service_documentation: str

    _fields = {
        "issuer": ("issuer", None),
        "token_endpoint": ("token_endpoint", None),
        "revocation_endpoint": ("revocation_endpoint", None),
        "introspection_endpoint": ("introspection_endpoint", None),
        "jwks_uri": ("jwks_uri", None),
        "scopes_supported": ("scopes_supported", None),
        "response_types_supported": ("response_types_supported", None),
        "grant_types_supported": ("grant_types_supported", None),
        "token_endpoint_auth_methods_supported": ("token_endpoint_auth_methods_supported", None),
        "revocation_endpoint_auth_methods_supported": ("revocation_endpoint_auth_methods_supported", None),
        "introspection_endpoint_auth_methods_supported": ("introspection_endpoint_auth_methods_supported", None),
        "service_documentation": ("service_documentation", None),
    }


class GrantAccessRequestAnswer(Record):
    access_request: AccessRequest
    client: GrantedClient
    handover_url: str | None
    """A page that shows the client’s secret once. Anyone with this URL can get the secret. It is sent to the administrator. Null in a replay, because secrets are shown once."""
    expires_at: datetime
    """When the unused link expires."""
    notice: str | None
    """Present in a replay, which contains no secret. If you lost the first answer, create another secret."""

    _fields = {
        "accessRequest": ("access_request", "AccessRequest"),
        "client": ("client", "GrantedClient"),
        "handoverUrl": ("handover_url", None),
        "expiresAt": ("expires_at", "time"),
        "notice": ("notice", None),
    }


class HandOverAccessAnswer(Record):
    access_request: AccessRequest
    handover_url: str | None
    """A page that shows the client’s secret once. Anyone with this URL can get the secret. It is sent to the administrator. Null in a replay, because secrets are shown once."""
    expires_at: datetime
    """When the unused link expires."""
    notice: str | None
    """Present in a replay, which contains no secret. If you lost the first answer, create another secret."""

    _fields = {
        "accessRequest": ("access_request", "AccessRequest"),
        "handoverUrl": ("handover_url", None),
        "expiresAt": ("expires_at", "time"),
        "notice": ("notice", None),
    }


class CreateClientAnswer(Record):
    client: ClientWithSecret
    notice: str | None
    """Present in a replay, which contains no secret. If you lost the first answer, create another secret."""

    _fields = {
        "client": ("client", "ClientWithSecret"),
        "notice": ("notice", None),
    }


class RotateClientSecretAnswer(Record):
    client: RotatedClient
    notice: str | None
    """Present in a replay, which contains no secret. If you lost the first answer, create another secret."""

    _fields = {
        "client": ("client", "RotatedClient"),
        "notice": ("notice", None),
    }


class HandOverClientAnswer(Record):
    client: HandedOverClient
    handover_url: str | None
    """A page that shows the secret once. Anyone with this URL can get the secret, so send it to one person only. Null in a replay, because secrets are shown once."""
    expires_at: datetime
    """When the unused link expires."""
    notice: str | None
    """Present in a replay, which contains no secret. If you lost the first answer, create another secret."""

    _fields = {
        "client": ("client", "HandedOverClient"),
        "handoverUrl": ("handover_url", None),
        "expiresAt": ("expires_at", "time"),
        "notice": ("notice", None),
    }


class ReadSecondFactorsAnswer(Record):
    totp: AuthenticatorApp | None
    """Null without an app."""
    passkeys: list[Passkey]
    recovery_codes_left: int
    required: bool
    """Whether the installation requires a second factor for the caller’s role (`ADMIN_SECOND_FACTOR`). Without a second factor, the caller can use only their own account."""

    _fields = {
        "totp": ("totp", "AuthenticatorApp"),
        "passkeys": ("passkeys", ["Passkey"]),
        "recoveryCodesLeft": ("recovery_codes_left", None),
        "required": ("required", None),
    }


class BeginTotpAnswer(Record):
    secret: str | None
    """The secret in base 32, for manual entry. Null in a replay, because secrets are shown once."""
    uri: str | None
    """The URI for a QR code. Null in a replay, because secrets are shown once."""
    qr_code: str | None
    """The URI as an SVG image. Null in a replay, because secrets are shown once."""
    notice: str | None
    """Present in a replay, which contains no secret. If you lost the first answer, create another secret."""

    _fields = {
        "secret": ("secret", None),
        "uri": ("uri", None),
        "qrCode": ("qr_code", None),
        "notice": ("notice", None),
    }


class ConfirmTotpAnswer(Record):
    recovery_codes: list[str] | None
    """Ten codes, each for one sign-in without the device. Keep them apart from the device. Null in a replay, because secrets are shown once."""
    notice: str | None
    """Present in a replay, which contains no secret. If you lost the first answer, create another secret."""

    _fields = {
        "recoveryCodes": ("recovery_codes", None),
        "notice": ("notice", None),
    }


class ReplaceRecoveryCodesAnswer(Record):
    recovery_codes: list[str] | None
    """Ten codes, each for one sign-in without the device. Keep them apart from the device. Null in a replay, because secrets are shown once."""
    notice: str | None
    """Present in a replay, which contains no secret. If you lost the first answer, create another secret."""

    _fields = {
        "recoveryCodes": ("recovery_codes", None),
        "notice": ("notice", None),
    }


class AddPasskeyAnswer(Record):
    passkey: Passkey
    recovery_codes: list[str] | None
    """Ten codes, each for one sign-in without the device. Keep them apart from the device. Null in a replay, because secrets are shown once."""
    notice: str | None
    """Present in a replay, which contains no secret. If you lost the first answer, create another secret."""

    _fields = {
        "passkey": ("passkey", "Passkey"),
        "recoveryCodes": ("recovery_codes", None),
        "notice": ("notice", None),
    }


class SendContactCodeAnswer(Record):
    address: AddressKind
    expires_at: datetime

    _fields = {
        "address": ("address", "AddressKind"),
        "expiresAt": ("expires_at", "time"),
    }


class RequestPasswordResetAnswer(Record):
    reset_id: str | None
    """A secret of this request, which `resetPassword` needs together with the code. Null in a replay, because secrets are shown once."""
    expires_at: datetime
    notice: str | None
    """Present in a replay, which contains no secret. If you lost the first answer, create another secret."""

    _fields = {
        "resetId": ("reset_id", None),
        "expiresAt": ("expires_at", "time"),
        "notice": ("notice", None),
    }


class CreateSeriesAnswer(Record):
    series: Series
    skipped: list[SkippedTime]
    """The times that are taken: `overlap.id` is the appointment or hold; null for an appointment in another organisation."""

    _fields = {
        "series": ("series", "Series"),
        "skipped": ("skipped", ["SkippedTime"]),
    }


class UpdateSeriesAnswer(Record):
    series: Series
    skipped: list[SkippedTime]
    """The times that are taken: `overlap.id` is the appointment or hold; null for an appointment in another organisation."""

    _fields = {
        "series": ("series", "Series"),
        "skipped": ("skipped", ["SkippedTime"]),
    }


class IssueVideoTokenAnswer(Record):
    ok: Literal[True]
    token: str
    url: str
    room_id: str
    expires_at: datetime

    _fields = {
        "ok": ("ok", None),
        "token": ("token", None),
        "url": ("url", None),
        "roomId": ("room_id", None),
        "expiresAt": ("expires_at", "time"),
    }


class InviteGuestAnswer(Record):
    guest: GuestWithLink
    notice: str | None
    """Present in a replay, which contains no secret. If you lost the first answer, create another secret."""

    _fields = {
        "guest": ("guest", "GuestWithLink"),
        "notice": ("notice", None),
    }


class IssueGuestTokenAnswer(Record):
    ok: Literal[True]
    token: str
    url: str
    room_id: str
    expires_at: datetime

    _fields = {
        "ok": ("ok", None),
        "token": ("token", None),
        "url": ("url", None),
        "roomId": ("room_id", None),
        "expiresAt": ("expires_at", "time"),
    }


class IssueLinkTokenAnswer(Record):
    ok: Literal[True]
    token: str
    url: str
    room_id: str
    expires_at: datetime

    _fields = {
        "ok": ("ok", None),
        "token": ("token", None),
        "url": ("url", None),
        "roomId": ("room_id", None),
        "expiresAt": ("expires_at", "time"),
    }


class AddExceptionAnswer(Record):
    exception: OpeningException
    affected: list[str]

    _fields = {
        "exception": ("exception", "OpeningException"),
        "affected": ("affected", None),
    }


class ListSlotsAnswer(Record):
    slots: list[Slot]
    next_from: datetime | None
    """The `from` of the following slots; null if there are none. An answer has at most 1000 slots."""

    _fields = {
        "slots": ("slots", ["Slot"]),
        "nextFrom": ("next_from", "time"),
    }


class ListPublicSlotsAnswer(Record):
    slots: list[PublicSlot]
    next_from: datetime | None
    """The `from` of the following slots; null if there are none. An answer has at most 1000 slots."""

    _fields = {
        "slots": ("slots", ["PublicSlot"]),
        "nextFrom": ("next_from", "time"),
    }


class SendClaimCodeAnswer(Record):
    address: AddressKind
    expires_at: datetime

    _fields = {
        "address": ("address", "AddressKind"),
        "expiresAt": ("expires_at", "time"),
    }


class SendMessageAnswer(Record):
    ok: Literal[True]
    message_id: str
    provider_message_id: str
    """Empty until the provider has accepted the message."""
    status: MessageStatus

    _fields = {
        "ok": ("ok", None),
        "messageId": ("message_id", None),
        "providerMessageId": ("provider_message_id", None),
        "status": ("status", "MessageStatus"),
    }


class GeneratePdfAnswer(Record):
    ok: Literal[True]
    url: str
    """URL of the PDF; needs no token."""
    expires_at: datetime
    """Expiry of the URL, after 15 minutes."""
    document_id: str

    _fields = {
        "ok": ("ok", None),
        "url": ("url", None),
        "expiresAt": ("expires_at", "time"),
        "documentId": ("document_id", None),
    }


class EnrolInCampaignAnswer(Record):
    enrolled: list[NewEnrolment]
    refused: list[RefusedEnrolment]

    _fields = {
        "enrolled": ("enrolled", ["NewEnrolment"]),
        "refused": ("refused", ["RefusedEnrolment"]),
    }


class RegisterWebhookAnswer(Record):
    webhook: WebhookWithSecret
    notice: str | None
    """Present in a replay, which contains no secret. If you lost the first answer, create another secret."""

    _fields = {
        "webhook": ("webhook", "WebhookWithSecret"),
        "notice": ("notice", None),
    }


class RotateWebhookSecretAnswer(Record):
    webhook: RotatedWebhook
    notice: str | None
    """Present in a replay, which contains no secret. If you lost the first answer, create another secret."""

    _fields = {
        "webhook": ("webhook", "RotatedWebhook"),
        "notice": ("notice", None),
    }


class ReadEventAnswer(Record):
    event: Event
    deliveries: list[EventDelivery]

    _fields = {
        "event": ("event", "Event"),
        "deliveries": ("deliveries", ["EventDelivery"]),
    }


class MoveClockAnswer(Record):
    now: datetime
    goal: datetime
    """The time that the call was to reach."""

    _fields = {
        "now": ("now", "time"),
        "goal": ("goal", "time"),
    }


class ReadDatabaseHealthAnswer(Record):
    ok: Literal[True]
    service: Literal["database"]
    latency_ms: float

    _fields = {
        "ok": ("ok", None),
        "service": ("service", None),
        "latencyMs": ("latency_ms", None),
    }


class ReadCacheHealthAnswer(Record):
    ok: Literal[True]
    service: Literal["cache"]
    latency_ms: float

    _fields = {
        "ok": ("ok", None),
        "service": ("service", None),
        "latencyMs": ("latency_ms", None),
    }


class ReadVideoHealthAnswer(Record):
    ok: Literal[True]
    service: Literal["video"]
    latency_ms: float

    _fields = {
        "ok": ("ok", None),
        "service": ("service", None),
        "latencyMs": ("latency_ms", None),
    }


Event: TypeAlias = AppointmentCreatedEvent | AppointmentUpdatedEvent | AppointmentCancelledEvent | AppointmentCompletedEvent | PrescriptionCreatedEvent | PrescriptionSignedEvent | LabOrderCreatedEvent | LabOrderStatusChangedEvent | LabResultPublishedEvent | LabResultCriticalAlertEvent | PaymentSucceededEvent | PaymentRefundedEvent | ReviewCreatedEvent | PatientCreatedEvent | PatientConsentUpdatedEvent
Record._choices["Event"] = (
    "event",
    {
        "appointment.created": "AppointmentCreatedEvent",
        "appointment.updated": "AppointmentUpdatedEvent",
        "appointment.cancelled": "AppointmentCancelledEvent",
        "appointment.completed": "AppointmentCompletedEvent",
        "prescription.created": "PrescriptionCreatedEvent",
        "prescription.signed": "PrescriptionSignedEvent",
        "lab_order.created": "LabOrderCreatedEvent",
        "lab_order.status_changed": "LabOrderStatusChangedEvent",
        "lab_result.published": "LabResultPublishedEvent",
        "lab_result.critical_alert": "LabResultCriticalAlertEvent",
        "payment.succeeded": "PaymentSucceededEvent",
        "payment.refunded": "PaymentRefundedEvent",
        "review.created": "ReviewCreatedEvent",
        "patient.created": "PatientCreatedEvent",
        "patient.consent_updated": "PatientConsentUpdatedEvent",
    },
)

