"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypeAlias

from typing_extensions import NotRequired, TypedDict  # known to type checkers, and not needed to run

AccessRequestStatus: TypeAlias = Literal["PENDING", "GRANTED", "REFUSED"]
AddressKind: TypeAlias = Literal["EMAIL", "PHONE"]
AppointmentStatus: TypeAlias = Literal["SCHEDULED", "CONFIRMED", "IN_PROGRESS", "COMPLETED", "CANCELLED", "NO_SHOW"]
Channel: TypeAlias = Literal["WHATSAPP", "SMS", "EMAIL"]
ClientStatus: TypeAlias = Literal["ENABLED", "DISABLED"]
ConditionStatus: TypeAlias = Literal["ACTIVE", "RESOLVED"]
ConsentName: TypeAlias = Literal["MARKETING", "TELECONSULTATION", "DATA_SHARING", "RECORDING"]
DeliveryState: TypeAlias = Literal["PENDING", "SENDING", "SUCCEEDED", "FAILED", "HELD", "CANCELLED"]
DocumentLanguage: TypeAlias = Literal["fr", "ar", "fr-ar"]
DocumentTemplate: TypeAlias = Literal["prescription", "certificate", "invoice", "attestation"]
EnrolmentState: TypeAlias = Literal["ACTIVE", "COMPLETED", "STOPPED"]
EventKind: TypeAlias = Literal["appointment.created", "appointment.updated", "appointment.cancelled", "appointment.completed", "prescription.created", "prescription.signed", "lab_order.created", "lab_order.status_changed", "lab_result.published", "lab_result.critical_alert", "payment.succeeded", "payment.refunded", "review.created", "patient.created", "patient.consent_updated"]
FollowUpStatus: TypeAlias = Literal["PROPOSED", "ACCEPTED", "DECLINED", "CANCELLED"]
GuardianKind: TypeAlias = Literal["PARENT", "GUARDIAN", "CARER"]
GuestKind: TypeAlias = Literal["FAMILY", "INTERPRETER", "OTHER"]
InvitableRole: TypeAlias = Literal["DOCTOR", "DENTIST", "PHARMACIST", "LABORATORY", "RECEPTIONIST", "ADMIN"]
InvoiceStatus: TypeAlias = Literal["OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_REFUNDED", "REFUNDED", "CANCELLED"]
LabOrderStatus: TypeAlias = Literal["ORDERED", "COLLECTED", "IN_PROGRESS", "RESULTS_READY", "RELEASED", "CANCELLED"]
Language: TypeAlias = Literal["fr", "ar", "en"]
MessageStatus: TypeAlias = Literal["QUEUED", "SENT", "DELIVERED", "READ", "FAILED"]
OnConflict: TypeAlias = Literal["FAIL", "SKIP"]
OpeningExceptionKind: TypeAlias = Literal["CLOSED", "OPEN"]
OpeningSeason: TypeAlias = Literal["RAMADAN"]
OrderStatus: TypeAlias = Literal["PENDING", "PREPARING", "READY", "DELIVERED", "CANCELLED", "REJECTED"]
PaymentMethod: TypeAlias = Literal["CARD", "CASH"]
Plan: TypeAlias = Literal["STARTER", "PRO", "ENTERPRISE"]
PrescriptionStatus: TypeAlias = Literal["ISSUED", "CANCELLED"]
Purpose: TypeAlias = Literal["CRITICAL", "SERVICE", "MARKETING"]
Role: TypeAlias = Literal["PATIENT", "DOCTOR", "DENTIST", "PHARMACIST", "LABORATORY", "RECEPTIONIST", "ADMIN"]
Scope: TypeAlias = Literal["users:read", "users:write", "doctors:read", "doctors:write", "appointments:read", "appointments:write", "prescriptions:read", "prescriptions:write", "orders:read", "orders:write", "notifications:read", "notifications:write", "pdf:generate", "documents:read", "documents:write", "video:join", "webhooks:manage", "clients:manage", "access_requests:manage", "leads:read", "lab_orders:read", "lab_orders:write", "invoices:read", "invoices:write", "reviews:write", "follow_ups:read", "follow_ups:write", "patients:read", "patients:write", "campaigns:read", "campaigns:write", "stock:read", "stock:write", "services:read", "services:write", "schedules:read", "schedules:write", "slots:read", "holds:write", "audit:read"]
SeriesFrequency: TypeAlias = Literal["WEEKLY", "MONTHLY"]
Sex: TypeAlias = Literal["F", "M"]
SigningCertificateStatus: TypeAlias = Literal["IN_USE", "RETIRED"]
StockReason: TypeAlias = Literal["RECEIVED", "SOLD", "RETURNED", "LOST", "CORRECTION"]
SubstanceTable: TypeAlias = Literal["A", "B", "C"]
VariableKind: TypeAlias = Literal["text", "name", "time", "day", "count", "link", "visits"]
VisitMode: TypeAlias = Literal["VIDEO", "IN_PERSON", "HOME", "PHONE"]
VisitTypeBooker: TypeAlias = Literal["PATIENT", "STAFF"]
WaitlistStatus: TypeAlias = Literal["WAITING", "OFFERED", "BOOKED", "LEFT", "EXPIRED"]
ClientScopes: TypeAlias = Sequence[Scope]

AcceptFollowUp = TypedDict(
    "AcceptFollowUp",
    {
        "start_time": "NotRequired[datetime]",
        "end_time": "NotRequired[datetime]",
    },
)
AddException = TypedDict(
    "AddException",
    {
        "kind": "OpeningExceptionKind",
        "place_id": "NotRequired[str]",
        "first_day": "str",
        "last_day": "str",
        "from_": "NotRequired[str]",
        "to": "NotRequired[str]",
        "modes": "NotRequired[Sequence[VisitMode]]",
        "reason": "NotRequired[str]",
    },
)
AddLabOrderFile = TypedDict(
    "AddLabOrderFile",
    {
        "name": "str",
        "content": "str",
    },
)
AppCode = TypedDict(
    "AppCode",
    {
        "code": "str",
    },
)
AskForGuardianship = TypedDict(
    "AskForGuardianship",
    {
        "dependant_id": "str",
        "kind": "GuardianKind",
        "address": "AddressKind",
    },
)
AttestationDocument = TypedDict(
    "AttestationDocument",
    {
        "template_id": "Literal[\"attestation\"]",
        "data": "AttestationDocumentData",
    },
)
AttestationDocumentData = TypedDict(
    "AttestationDocumentData",
    {
        "appointment_id": "str",
        "purpose": "NotRequired[str]",
        "language": "NotRequired[DocumentLanguage]",
    },
)
BookAppointment = TypedDict(
    "BookAppointment",
    {
        "doctor_id": "NotRequired[str]",
        "patient_id": "str",
        "start_time": "NotRequired[datetime]",
        "end_time": "NotRequired[datetime]",
        "notes": "NotRequired[str]",
        "past_visit": "NotRequired[bool]",
        "visit_type_id": "NotRequired[str]",
        "place_id": "NotRequired[str]",
        "mode": "NotRequired[VisitMode]",
        "visit_reason": "NotRequired[str]",
        "hold_id": "NotRequired[str]",
    },
)
CancelAppointment = TypedDict(
    "CancelAppointment",
    {
        "reason": "NotRequired[str]",
        "late_cancel": "NotRequired[bool]",
    },
)
CancelDocument = TypedDict(
    "CancelDocument",
    {
        "reason": "NotRequired[str]",
    },
)
CancelInvoice = TypedDict(
    "CancelInvoice",
    {
        "reason": "NotRequired[str]",
    },
)
CancelPrescription = TypedDict(
    "CancelPrescription",
    {
        "reason": "NotRequired[str]",
    },
)
CancelSeries = TypedDict(
    "CancelSeries",
    {
        "reason": "NotRequired[str]",
    },
)
CertificateDocument = TypedDict(
    "CertificateDocument",
    {
        "template_id": "Literal[\"certificate\"]",
        "data": "CertificateDocumentData",
    },
)
CertificateDocumentData = TypedDict(
    "CertificateDocumentData",
    {
        "appointment_id": "str",
        "statement": "NotRequired[str]",
        "rest": "NotRequired[Rest]",
        "language": "NotRequired[DocumentLanguage]",
    },
)
ChangePharmacy = TypedDict(
    "ChangePharmacy",
    {
        "pharmacy_id": "str",
        "delivery_requested": "NotRequired[bool]",
    },
)
ChangedCampaignStep = TypedDict(
    "ChangedCampaignStep",
    {
        "delay_hours": "int",
        "template_code": "str",
        "channel": "NotRequired[Channel | None]",
        "variables": "NotRequired[Mapping[str, str]]",
        "number": "NotRequired[int]",
    },
)
ChooseLaboratory = TypedDict(
    "ChooseLaboratory",
    {
        "laboratory_id": "str | None",
    },
)
Claim = TypedDict(
    "Claim",
    {
        "address": "str",
        "birth_date": "str",
        "code": "str",
        "email": "str",
        "password": "str",
    },
)
ClaimCodeRequest = TypedDict(
    "ClaimCodeRequest",
    {
        "address": "AddressKind",
    },
)
ConfirmGuardianship = TypedDict(
    "ConfirmGuardianship",
    {
        "dependant_id": "str",
        "kind": "GuardianKind",
        "address": "AddressKind",
        "code": "str",
    },
)
ContactChanges = TypedDict(
    "ContactChanges",
    {
        "email": "NotRequired[str | None]",
        "phone": "NotRequired[str | None]",
        "language": "NotRequired[Language]",
        "preferred_channel": "NotRequired[Channel | None]",
        "opt_outs": "NotRequired[Sequence[Channel]]",
        "quiet_hours": "NotRequired[QuietHours | None]",
    },
)
ContactCodeRequest = TypedDict(
    "ContactCodeRequest",
    {
        "address": "AddressKind",
    },
)
ContactConfirmation = TypedDict(
    "ContactConfirmation",
    {
        "address": "AddressKind",
        "code": "str",
    },
)
CreateCampaign = TypedDict(
    "CreateCampaign",
    {
        "name": "str",
        "enabled": "NotRequired[bool]",
        "steps": "Sequence[NewCampaignStep]",
    },
)
CreateClient = TypedDict(
    "CreateClient",
    {
        "name": "str",
        "acts_as": "str",
        "scopes": "ClientScopes",
    },
)
CreateHold = TypedDict(
    "CreateHold",
    {
        "doctor_id": "str",
        "visit_type_id": "str",
        "start_time": "datetime",
        "place_id": "NotRequired[str]",
    },
)
CreateInvitation = TypedDict(
    "CreateInvitation",
    {
        "email": "str",
        "name": "str",
        "role": "InvitableRole",
        "licence_checked": "NotRequired[bool]",
        "language": "NotRequired[Language]",
    },
)
CreateInvoice = TypedDict(
    "CreateInvoice",
    {
        "patient_id": "str",
        "appointment_id": "NotRequired[str]",
        "amount_mad": "int",
        "description": "NotRequired[str]",
    },
)
CreateJoinLink = TypedDict(
    "CreateJoinLink",
    {
        "identity": "NotRequired[str]",
        "language": "NotRequired[Language]",
    },
)
CreatePlace = TypedDict(
    "CreatePlace",
    {
        "name": "str",
        "address": "NotRequired[str]",
        "city": "str",
        "phone": "NotRequired[str]",
        "time_zone": "NotRequired[str]",
        "active": "NotRequired[bool]",
    },
)
CreateSeries = TypedDict(
    "CreateSeries",
    {
        "doctor_id": "str",
        "patient_id": "str",
        "start_time": "datetime",
        "end_time": "datetime",
        "visit_type_id": "NotRequired[str]",
        "place_id": "NotRequired[str]",
        "mode": "NotRequired[VisitMode]",
        "visit_reason": "NotRequired[str]",
        "repeat": "NewSeriesRepeat",
        "on_conflict": "NotRequired[OnConflict]",
    },
)
CreateService = TypedDict(
    "CreateService",
    {
        "name": "str",
        "code": "NotRequired[str]",
        "price_mad": "int",
        "duration_min": "NotRequired[int]",
        "active": "NotRequired[bool]",
    },
)
CreateVisitType = TypedDict(
    "CreateVisitType",
    {
        "name": "str",
        "service_id": "str",
        "mode": "VisitMode",
        "duration_min": "int",
        "step_min": "NotRequired[int]",
        "buffer_before_min": "NotRequired[int]",
        "buffer_after_min": "NotRequired[int]",
        "min_notice_min": "NotRequired[int]",
        "horizon_days": "NotRequired[int]",
        "bookable_by": "NotRequired[VisitTypeBooker]",
        "new_patients_only": "NotRequired[bool]",
        "doctor_ids": "NotRequired[Sequence[str] | None]",
        "active": "NotRequired[bool]",
    },
)
DispensedLine = TypedDict(
    "DispensedLine",
    {
        "line": "int",
        "quantity": "int",
    },
)
DisputeIdentity = TypedDict(
    "DisputeIdentity",
    {
        "birth_date": "NotRequired[str]",
        "sex": "NotRequired[Sex]",
        "national_id": "NotRequired[str]",
        "name_ar": "NotRequired[str]",
        "reason": "str",
    },
)
EnrolInCampaign = TypedDict(
    "EnrolInCampaign",
    {
        "patient_ids": "NotRequired[Sequence[str]]",
        "lead_ids": "NotRequired[Sequence[str]]",
        "consent_source": "NotRequired[str]",
    },
)
EnterLabResults = TypedDict(
    "EnterLabResults",
    {
        "results": "Sequence[NewLabValue]",
    },
)
GrantAccessRequest = TypedDict(
    "GrantAccessRequest",
    {
        "plan": "Plan",
        "scopes": "Sequence[Scope]",
        "email": "NotRequired[str]",
    },
)
GuestTokenRequest = TypedDict(
    "GuestTokenRequest",
    {
        "invitation": "str",
    },
)
HandOverClient = TypedDict(
    "HandOverClient",
    {
        "grace_hours": "NotRequired[int]",
    },
)
InviteGuest = TypedDict(
    "InviteGuest",
    {
        "name": "str",
        "kind": "GuestKind",
        "expires_at": "NotRequired[datetime]",
    },
)
InvoiceDocument = TypedDict(
    "InvoiceDocument",
    {
        "template_id": "Literal[\"invoice\"]",
        "data": "InvoiceDocumentData",
    },
)
InvoiceDocumentData = TypedDict(
    "InvoiceDocumentData",
    {
        "invoice_id": "str",
        "language": "NotRequired[DocumentLanguage]",
    },
)
IssuePrescription = TypedDict(
    "IssuePrescription",
    {
        "patient_id": "str",
        "appointment_id": "NotRequired[str]",
        "medication": "NotRequired[str]",
        "dosage": "NotRequired[str]",
        "instructions": "NotRequired[str]",
        "duration_days": "NotRequired[int]",
        "substance_table": "NotRequired[SubstanceTable]",
        "quantity": "NotRequired[int]",
        "unit": "NotRequired[str]",
        "refills": "NotRequired[int]",
        "substitutable": "NotRequired[bool]",
        "items": "NotRequired[Sequence[NewPrescriptionItem]]",
        "patient_weight_kg": "NotRequired[float]",
        "valid_until": "NotRequired[datetime]",
    },
)
IssueVideoToken = TypedDict(
    "IssueVideoToken",
    {
        "appointment_id": "str",
        "identity": "str",
    },
)
JoinWaitlist = TypedDict(
    "JoinWaitlist",
    {
        "patient_id": "str",
        "visit_type_id": "str",
        "doctor_id": "NotRequired[str]",
        "city": "NotRequired[str]",
        "specialty": "NotRequired[str]",
        "first_day": "NotRequired[str]",
        "last_day": "str",
        "weekdays": "NotRequired[Sequence[int]]",
        "from_": "NotRequired[str]",
        "to": "NotRequired[str]",
        "urgent": "NotRequired[bool]",
    },
)
LinkCodeRequest = TypedDict(
    "LinkCodeRequest",
    {
        "link": "str",
    },
)
LinkTokenRequest = TypedDict(
    "LinkTokenRequest",
    {
        "link": "str",
        "birth_date": "NotRequired[str]",
        "code": "NotRequired[str]",
    },
)
MergePatients = TypedDict(
    "MergePatients",
    {
        "other_id": "str",
        "reason": "str",
        "identity_of": "NotRequired[str]",
        "login_of": "NotRequired[str | None]",
    },
)
MoveClock = TypedDict(
    "MoveClock",
    {
        "now": "NotRequired[datetime]",
        "advance_sec": "NotRequired[int]",
    },
)
MoveStock = TypedDict(
    "MoveStock",
    {
        "delta": "int",
        "reason": "StockReason",
        "note": "NotRequired[str]",
    },
)
NewCampaignStep = TypedDict(
    "NewCampaignStep",
    {
        "delay_hours": "int",
        "template_code": "str",
        "channel": "NotRequired[Channel | None]",
        "variables": "NotRequired[Mapping[str, str]]",
    },
)
NewIdentifier = TypedDict(
    "NewIdentifier",
    {
        "label": "str",
        "value": "str",
    },
)
NewLabValue = TypedDict(
    "NewLabValue",
    {
        "param": "str",
        "value": "float | str",
        "unit": "NotRequired[str | None]",
        "low": "NotRequired[float | None]",
        "high": "NotRequired[float | None]",
        "critical_low": "NotRequired[float | None]",
        "critical_high": "NotRequired[float | None]",
    },
)
NewOpeningRule = TypedDict(
    "NewOpeningRule",
    {
        "place_id": "str",
        "weekday": "int",
        "from_": "str",
        "to": "str",
        "modes": "Sequence[VisitMode]",
        "valid_from": "NotRequired[str | None]",
        "valid_until": "NotRequired[str | None]",
        "season": "NotRequired[OpeningSeason | None]",
    },
)
NewPasskey = TypedDict(
    "NewPasskey",
    {
        "name": "str",
        "credential": "str",
    },
)
NewPrescriptionItem = TypedDict(
    "NewPrescriptionItem",
    {
        "medication": "str",
        "dosage": "str",
        "instructions": "NotRequired[str]",
        "duration_days": "NotRequired[int]",
        "substance_table": "NotRequired[SubstanceTable]",
        "quantity": "NotRequired[int]",
        "unit": "NotRequired[str]",
        "refills": "NotRequired[int]",
        "substitutable": "NotRequired[bool]",
    },
)
NewSeriesRepeat = TypedDict(
    "NewSeriesRepeat",
    {
        "frequency": "SeriesFrequency",
        "interval": "int",
        "count": "int",
    },
)
OpenAsAdministrator = TypedDict(
    "OpenAsAdministrator",
    {
        "reason": "str",
    },
)
OpenInEmergency = TypedDict(
    "OpenInEmergency",
    {
        "reason": "str",
    },
)
PasswordChange = TypedDict(
    "PasswordChange",
    {
        "current_password": "str",
        "new_password": "str",
    },
)
PasswordProof = TypedDict(
    "PasswordProof",
    {
        "password": "str",
    },
)
PasswordReset = TypedDict(
    "PasswordReset",
    {
        "reset_id": "str",
        "code": "str",
        "password": "str",
    },
)
PasswordResetRequest = TypedDict(
    "PasswordResetRequest",
    {
        "email": "str",
    },
)
PatientRegistration = TypedDict(
    "PatientRegistration",
    {
        "name": "str",
        "birth_date": "str",
        "sex": "NotRequired[Sex | None]",
        "national_id": "NotRequired[str | None]",
        "name_ar": "NotRequired[str | None]",
        "phone": "NotRequired[str | None]",
        "email": "NotRequired[str | None]",
        "language": "NotRequired[Language]",
        "insurer": "NotRequired[str | None]",
        "insurance_number": "NotRequired[str | None]",
        "professional_id": "NotRequired[str]",
        "different_person": "NotRequired[bool]",
    },
)
PlaceOrder = TypedDict(
    "PlaceOrder",
    {
        "prescription_id": "str",
        "pharmacy_id": "str",
        "delivery_requested": "NotRequired[bool]",
        "pickup_code": "NotRequired[str]",
    },
)
PrescriptionDocument = TypedDict(
    "PrescriptionDocument",
    {
        "template_id": "Literal[\"prescription\"]",
        "data": "PrescriptionDocumentData",
    },
)
PrescriptionDocumentData = TypedDict(
    "PrescriptionDocumentData",
    {
        "prescription_id": "str",
        "language": "NotRequired[DocumentLanguage]",
    },
)
PreviewTemplate = TypedDict(
    "PreviewTemplate",
    {
        "variables": "Mapping[str, str]",
        "recipient_name": "NotRequired[str]",
        "draft": "NotRequired[TemplateDraft]",
    },
)
ProposeFollowUp = TypedDict(
    "ProposeFollowUp",
    {
        "patient_id": "str",
        "doctor_id": "str",
        "start_time": "NotRequired[datetime]",
        "end_time": "NotRequired[datetime]",
        "reason": "NotRequired[str]",
    },
)
QuietHours = TypedDict(
    "QuietHours",
    {
        "from_": "str",
        "to": "str",
    },
)
ReceiveLot = TypedDict(
    "ReceiveLot",
    {
        "pharmacy_id": "NotRequired[str]",
        "medication": "str",
        "lot_number": "str",
        "quantity": "int",
        "expires_on": "str",
    },
)
RecordCondition = TypedDict(
    "RecordCondition",
    {
        "name": "str",
        "since": "NotRequired[str | None]",
        "long_term": "bool",
        "status": "NotRequired[ConditionStatus]",
    },
)
RecoverDeliveries = TypedDict(
    "RecoverDeliveries",
    {
        "since": "datetime",
        "until": "NotRequired[datetime]",
    },
)
RefundInvoice = TypedDict(
    "RefundInvoice",
    {
        "amount_mad": "int",
        "reason": "NotRequired[str]",
    },
)
RefuseAccessRequest = TypedDict(
    "RefuseAccessRequest",
    {
        "reason": "NotRequired[str]",
    },
)
RegisterDependant = TypedDict(
    "RegisterDependant",
    {
        "name": "str",
        "birth_date": "str",
        "sex": "Sex",
        "kind": "Literal[\"PARENT\", \"GUARDIAN\"]",
    },
)
RegisterWebhook = TypedDict(
    "RegisterWebhook",
    {
        "url": "str",
        "redundant_url": "NotRequired[str]",
        "events": "NotRequired[Sequence[EventKind]]",
        "description": "NotRequired[str]",
        "client_id": "NotRequired[str]",
    },
)
Registration = TypedDict(
    "Registration",
    {
        "email": "str",
        "password": "str",
        "name": "str",
        "role": "Literal[\"PATIENT\", \"DOCTOR\", \"DENTIST\", \"PHARMACIST\", \"LABORATORY\", \"PHARMACY\"]",
    },
)
ReplaceOpening = TypedDict(
    "ReplaceOpening",
    {
        "rules": "Sequence[NewOpeningRule]",
    },
)
ReplaceSigningCertificate = TypedDict(
    "ReplaceSigningCertificate",
    {
        "chain_pem": "str",
        "private_key_pem": "str",
        "passphrase": "NotRequired[str]",
        "for_": "Literal[\"SELF\", \"ORGANISATION\"]",
    },
)
RequestAccess = TypedDict(
    "RequestAccess",
    {
        "organization": "str",
        "contact_name": "str",
        "email": "str",
        "purpose": "str",
        "sandbox_only": "NotRequired[bool]",
        "website": "NotRequired[Any]",
    },
)
ResolveIdentityDispute = TypedDict(
    "ResolveIdentityDispute",
    {
        "attested": "Literal[\"RECORDED\", \"STATED\"]",
        "document": "str",
    },
)
Rest = TypedDict(
    "Rest",
    {
        "from_": "str",
        "days": "int",
        "outings": "NotRequired[bool]",
    },
)
ReviewAppointment = TypedDict(
    "ReviewAppointment",
    {
        "rating": "int",
        "comment": "NotRequired[str]",
    },
)
RotateClientSecret = TypedDict(
    "RotateClientSecret",
    {
        "grace_hours": "NotRequired[int]",
        "revoke_tokens": "NotRequired[bool]",
    },
)
RotateWebhookSecret = TypedDict(
    "RotateWebhookSecret",
    {
        "grace_hours": "NotRequired[int]",
    },
)
SchedulePrice = TypedDict(
    "SchedulePrice",
    {
        "price_mad": "int",
        "from_": "datetime",
    },
)
SecondFactorProof = TypedDict(
    "SecondFactorProof",
    {
        "password": "str",
        "code": "str",
    },
)
SendMessage = TypedDict(
    "SendMessage",
    {
        "recipient_user_id": "str",
        "channel": "NotRequired[Channel | None]",
        "template_code": "str",
        "variables": "NotRequired[Mapping[str, str]]",
    },
)
StateGuardianship = TypedDict(
    "StateGuardianship",
    {
        "guardian_id": "str",
        "dependant_id": "str",
        "kind": "GuardianKind",
    },
)
StateRelationship = TypedDict(
    "StateRelationship",
    {
        "basis": "NotRequired[Literal[\"CONSENTED\", \"REFERRED\", \"REGISTERED\"]]",
    },
)
StopEnrolment = TypedDict(
    "StopEnrolment",
    {
        "reason": "NotRequired[Literal[\"BY_ADMINISTRATOR\", \"OPTED_OUT\", \"REPLIED\"]]",
    },
)
StrikeCondition = TypedDict(
    "StrikeCondition",
    {
        "reason": "str",
    },
)
SubmitLabOrder = TypedDict(
    "SubmitLabOrder",
    {
        "patient_id": "str",
        "appointment_id": "NotRequired[str]",
        "doctor_id": "NotRequired[str]",
        "laboratory_id": "NotRequired[str]",
        "tests": "Sequence[str]",
    },
)
SubmitLead = TypedDict(
    "SubmitLead",
    {
        "name": "str",
        "email": "NotRequired[str]",
        "phone": "NotRequired[str]",
        "source": "str",
        "metadata": "NotRequired[Mapping[str, Any]]",
        "website": "NotRequired[Any]",
    },
)
TakePayment = TypedDict(
    "TakePayment",
    {
        "method": "PaymentMethod",
        "amount_mad": "int",
        "card_token": "NotRequired[str]",
    },
)
TemplateDraft = TypedDict(
    "TemplateDraft",
    {
        "subject": "NotRequired[str | None]",
        "text": "str",
        "variables": "NotRequired[Mapping[str, VariableKind]]",
        "purpose": "NotRequired[Purpose]",
    },
)
TestWebhook = TypedDict(
    "TestWebhook",
    {
        "event": "NotRequired[EventKind]",
    },
)
TokenNamed = TypedDict(
    "TokenNamed",
    {
        "client_id": "NotRequired[str]",
        "client_secret": "NotRequired[str]",
        "token": "str",
        "token_type_hint": "NotRequired[str]",
    },
)
TokenRequest = TypedDict(
    "TokenRequest",
    {
        "grant_type": "str",
        "client_id": "NotRequired[str]",
        "client_secret": "NotRequired[str]",
        "scope": "NotRequired[str]",
        "refresh_token": "NotRequired[str]",
    },
)
TriggerEvent = TypedDict(
    "TriggerEvent",
    {
        "event": "EventKind",
    },
)
UpdateAppointment = TypedDict(
    "UpdateAppointment",
    {
        "status": "NotRequired[AppointmentStatus]",
        "start_time": "NotRequired[datetime]",
        "end_time": "NotRequired[datetime]",
        "notes": "NotRequired[str | None]",
        "place_id": "NotRequired[str | None]",
        "visit_reason": "NotRequired[str | None]",
        "hold_id": "NotRequired[str]",
        "reason": "NotRequired[str]",
        "late_cancel": "NotRequired[bool]",
    },
)
UpdateBookingPolicy = TypedDict(
    "UpdateBookingPolicy",
    {
        "late_cancel_hours": "NotRequired[int]",
        "no_show_limit": "NotRequired[int | None]",
        "no_show_days": "NotRequired[int]",
    },
)
UpdateCampaign = TypedDict(
    "UpdateCampaign",
    {
        "name": "NotRequired[str]",
        "enabled": "NotRequired[bool]",
        "steps": "NotRequired[Sequence[ChangedCampaignStep]]",
    },
)
UpdateClient = TypedDict(
    "UpdateClient",
    {
        "name": "NotRequired[str]",
        "scopes": "NotRequired[ClientScopes]",
        "status": "NotRequired[ClientStatus]",
    },
)
UpdateCondition = TypedDict(
    "UpdateCondition",
    {
        "name": "NotRequired[str]",
        "since": "NotRequired[str | None]",
        "long_term": "NotRequired[bool]",
        "status": "NotRequired[ConditionStatus]",
    },
)
UpdateConsents = TypedDict(
    "UpdateConsents",
    {
        "consents": "Sequence[ConsentName]",
    },
)
UpdateDoctor = TypedDict(
    "UpdateDoctor",
    {
        "specialty": "NotRequired[str]",
        "city": "NotRequired[str]",
        "languages": "NotRequired[Sequence[str]]",
        "is_tele": "NotRequired[bool]",
        "phone": "NotRequired[str | None]",
        "licence_number": "NotRequired[str | None]",
    },
)
UpdateDocument = TypedDict(
    "UpdateDocument",
    {
        "status": "Literal[\"CANCELLED\"]",
        "reason": "NotRequired[str]",
    },
)
UpdateFollowUp = TypedDict(
    "UpdateFollowUp",
    {
        "status": "Literal[\"CANCELLED\"]",
    },
)
UpdateHoliday = TypedDict(
    "UpdateHoliday",
    {
        "first_day": "NotRequired[str | None]",
        "confirmed": "NotRequired[bool]",
        "observed": "NotRequired[bool | None]",
    },
)
UpdateIdentity = TypedDict(
    "UpdateIdentity",
    {
        "birth_date": "NotRequired[str | None]",
        "sex": "NotRequired[Sex | None]",
        "national_id": "NotRequired[str | None]",
        "name_ar": "NotRequired[str | None]",
        "insurer": "NotRequired[str | None]",
        "insurance_number": "NotRequired[str | None]",
    },
)
UpdateInvoice = TypedDict(
    "UpdateInvoice",
    {
        "status": "Literal[\"CANCELLED\"]",
        "reason": "NotRequired[str]",
    },
)
UpdateLabOrder = TypedDict(
    "UpdateLabOrder",
    {
        "status": "LabOrderStatus",
    },
)
UpdateLetterhead = TypedDict(
    "UpdateLetterhead",
    {
        "name": "NotRequired[str]",
        "name_ar": "NotRequired[str | None]",
        "address": "NotRequired[str | None]",
        "address_ar": "NotRequired[str | None]",
        "city": "NotRequired[str | None]",
        "city_ar": "NotRequired[str | None]",
        "phone": "NotRequired[str | None]",
        "email": "NotRequired[str | None]",
        "identifiers": "NotRequired[Sequence[NewIdentifier]]",
        "color": "NotRequired[str]",
        "logo_svg": "NotRequired[str | None]",
    },
)
UpdateLot = TypedDict(
    "UpdateLot",
    {
        "quantity": "NotRequired[int]",
        "note": "NotRequired[str]",
        "expires_on": "NotRequired[str]",
    },
)
UpdateOrder = TypedDict(
    "UpdateOrder",
    {
        "status": "OrderStatus",
        "dispensed": "NotRequired[Sequence[DispensedLine]]",
    },
)
UpdatePlace = TypedDict(
    "UpdatePlace",
    {
        "name": "NotRequired[str]",
        "address": "NotRequired[str | None]",
        "city": "NotRequired[str]",
        "phone": "NotRequired[str | None]",
        "active": "NotRequired[bool]",
    },
)
UpdatePrescription = TypedDict(
    "UpdatePrescription",
    {
        "status": "Literal[\"CANCELLED\"]",
        "reason": "NotRequired[str]",
    },
)
UpdateSeries = TypedDict(
    "UpdateSeries",
    {
        "time": "NotRequired[str]",
        "weekday": "NotRequired[int]",
        "duration_min": "NotRequired[int]",
        "place_id": "NotRequired[str | None]",
        "visit_reason": "NotRequired[str | None]",
        "on_conflict": "NotRequired[OnConflict]",
    },
)
UpdateService = TypedDict(
    "UpdateService",
    {
        "name": "NotRequired[str]",
        "code": "NotRequired[str | None]",
        "price_mad": "NotRequired[int]",
        "duration_min": "NotRequired[int | None]",
        "active": "NotRequired[bool]",
    },
)
UpdateVisitType = TypedDict(
    "UpdateVisitType",
    {
        "name": "NotRequired[str]",
        "duration_min": "NotRequired[int]",
        "step_min": "NotRequired[int]",
        "buffer_before_min": "NotRequired[int]",
        "buffer_after_min": "NotRequired[int]",
        "min_notice_min": "NotRequired[int]",
        "horizon_days": "NotRequired[int]",
        "bookable_by": "NotRequired[VisitTypeBooker]",
        "new_patients_only": "NotRequired[bool]",
        "doctor_ids": "NotRequired[Sequence[str] | None]",
        "active": "NotRequired[bool]",
    },
)
UpdateWaitlistEntry = TypedDict(
    "UpdateWaitlistEntry",
    {
        "first_day": "NotRequired[str]",
        "last_day": "NotRequired[str]",
        "weekdays": "NotRequired[Sequence[int] | None]",
        "from_": "NotRequired[str | None]",
        "to": "NotRequired[str | None]",
        "urgent": "NotRequired[bool]",
    },
)
UpdateWebhook = TypedDict(
    "UpdateWebhook",
    {
        "url": "NotRequired[str]",
        "redundant_url": "NotRequired[str | None]",
        "events": "NotRequired[Sequence[EventKind]]",
        "description": "NotRequired[str | None]",
    },
)
UserChanges = TypedDict(
    "UserChanges",
    {
        "name": "NotRequired[str]",
        "disabled": "NotRequired[bool]",
    },
)
UserClaim = TypedDict(
    "UserClaim",
    {
        "address": "str",
        "birth_date": "str",
        "code": "str",
    },
)
WriteTemplate = TypedDict(
    "WriteTemplate",
    {
        "subject": "NotRequired[str | None]",
        "text": "str",
        "variables": "NotRequired[Mapping[str, VariableKind]]",
        "purpose": "NotRequired[Purpose]",
    },
)

GeneratePdf: TypeAlias = PrescriptionDocument | CertificateDocument | InvoiceDocument | AttestationDocument
