"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from typing import Any

NAMES: dict[str, dict[str, Any]] = {}
"""The names of the fields of each object, and the objects within them."""

NAMES.setdefault("AcceptFollowUp", {}).update({
    "start_time": ("startTime", None),
    "end_time": ("endTime", None),
})
NAMES.setdefault("AddException", {}).update({
    "kind": ("kind", None),
    "place_id": ("placeId", None),
    "first_day": ("firstDay", None),
    "last_day": ("lastDay", None),
    "from_": ("from", None),
    "to": ("to", None),
    "modes": ("modes", None),
    "reason": ("reason", None),
})
NAMES.setdefault("AddLabOrderFile", {}).update({
    "name": ("name", None),
    "content": ("content", None),
})
NAMES.setdefault("AppCode", {}).update({
    "code": ("code", None),
})
NAMES.setdefault("AskForGuardianship", {}).update({
    "dependant_id": ("dependantId", None),
    "kind": ("kind", None),
    "address": ("address", None),
})
NAMES.setdefault("AttestationDocument", {}).update({
    "template_id": ("templateId", None),
    "data": ("data", NAMES.setdefault("AttestationDocumentData", {})),
})
NAMES.setdefault("AttestationDocumentData", {}).update({
    "appointment_id": ("appointmentId", None),
    "purpose": ("purpose", None),
    "language": ("language", None),
})
NAMES.setdefault("BookAppointment", {}).update({
    "doctor_id": ("doctorId", None),
    "patient_id": ("patientId", None),
    "start_time": ("startTime", None),
    "end_time": ("endTime", None),
    "notes": ("notes", None),
    "past_visit": ("pastVisit", None),
    "visit_type_id": ("visitTypeId", None),
    "place_id": ("placeId", None),
    "mode": ("mode", None),
    "visit_reason": ("visitReason", None),
    "hold_id": ("holdId", None),
})
NAMES.setdefault("CancelAppointment", {}).update({
    "reason": ("reason", None),
    "late_cancel": ("lateCancel", None),
})
NAMES.setdefault("CancelDocument", {}).update({
    "reason": ("reason", None),
})
NAMES.setdefault("CancelInvoice", {}).update({
    "reason": ("reason", None),
})
NAMES.setdefault("CancelPrescription", {}).update({
    "reason": ("reason", None),
})
NAMES.setdefault("CancelSeries", {}).update({
    "reason": ("reason", None),
})
NAMES.setdefault("CertificateDocument", {}).update({
    "template_id": ("templateId", None),
    "data": ("data", NAMES.setdefault("CertificateDocumentData", {})),
})
NAMES.setdefault("CertificateDocumentData", {}).update({
    "appointment_id": ("appointmentId", None),
    "statement": ("statement", None),
    "rest": ("rest", NAMES.setdefault("Rest", {})),
    "language": ("language", None),
})
NAMES.setdefault("ChangePharmacy", {}).update({
    "pharmacy_id": ("pharmacyId", None),
    "delivery_requested": ("deliveryRequested", None),
})
NAMES.setdefault("ChangedCampaignStep", {}).update({
    "delay_hours": ("delayHours", None),
    "template_code": ("templateCode", None),
    "channel": ("channel", None),
    "variables": ("variables", None),
    "number": ("number", None),
})
NAMES.setdefault("ChooseLaboratory", {}).update({
    "laboratory_id": ("laboratoryId", None),
})
NAMES.setdefault("Claim", {}).update({
    "address": ("address", None),
    "birth_date": ("birthDate", None),
    "code": ("code", None),
    "email": ("email", None),
    "password": ("password", None),
})
NAMES.setdefault("ClaimCodeRequest", {}).update({
    "address": ("address", None),
})
NAMES.setdefault("ConfirmGuardianship", {}).update({
    "dependant_id": ("dependantId", None),
    "kind": ("kind", None),
    "address": ("address", None),
    "code": ("code", None),
})
NAMES.setdefault("ContactChanges", {}).update({
    "email": ("email", None),
    "phone": ("phone", None),
    "language": ("language", None),
    "preferred_channel": ("preferredChannel", None),
    "opt_outs": ("optOuts", None),
    "quiet_hours": ("quietHours", NAMES.setdefault("QuietHours", {})),
})
NAMES.setdefault("ContactCodeRequest", {}).update({
    "address": ("address", None),
})
NAMES.setdefault("ContactConfirmation", {}).update({
    "address": ("address", None),
    "code": ("code", None),
})
NAMES.setdefault("CreateCampaign", {}).update({
    "name": ("name", None),
    "enabled": ("enabled", None),
    "steps": ("steps", NAMES.setdefault("NewCampaignStep", {})),
})
NAMES.setdefault("CreateClient", {}).update({
    "name": ("name", None),
    "acts_as": ("actsAs", None),
    "scopes": ("scopes", None),
})
NAMES.setdefault("CreateHold", {}).update({
    "doctor_id": ("doctorId", None),
    "visit_type_id": ("visitTypeId", None),
    "start_time": ("startTime", None),
    "place_id": ("placeId", None),
})
NAMES.setdefault("CreateInvitation", {}).update({
    "email": ("email", None),
    "name": ("name", None),
    "role": ("role", None),
    "licence_checked": ("licenceChecked", None),
    "language": ("language", None),
})
NAMES.setdefault("CreateInvoice", {}).update({
    "patient_id": ("patientId", None),
    "appointment_id": ("appointmentId", None),
    "amount_mad": ("amountMAD", None),
    "description": ("description", None),
})
NAMES.setdefault("CreateJoinLink", {}).update({
    "identity": ("identity", None),
    "language": ("language", None),
})
NAMES.setdefault("CreatePlace", {}).update({
    "name": ("name", None),
    "address": ("address", None),
    "city": ("city", None),
    "phone": ("phone", None),
    "time_zone": ("timeZone", None),
    "active": ("active", None),
})
NAMES.setdefault("CreateSeries", {}).update({
    "doctor_id": ("doctorId", None),
    "patient_id": ("patientId", None),
    "start_time": ("startTime", None),
    "end_time": ("endTime", None),
    "visit_type_id": ("visitTypeId", None),
    "place_id": ("placeId", None),
    "mode": ("mode", None),
    "visit_reason": ("visitReason", None),
    "repeat": ("repeat", NAMES.setdefault("NewSeriesRepeat", {})),
    "on_conflict": ("onConflict", None),
})
NAMES.setdefault("CreateService", {}).update({
    "name": ("name", None),
    "code": ("code", None),
    "price_mad": ("priceMAD", None),
    "duration_min": ("durationMin", None),
    "active": ("active", None),
})
NAMES.setdefault("CreateVisitType", {}).update({
    "name": ("name", None),
    "service_id": ("serviceId", None),
    "mode": ("mode", None),
    "duration_min": ("durationMin", None),
    "step_min": ("stepMin", None),
    "buffer_before_min": ("bufferBeforeMin", None),
    "buffer_after_min": ("bufferAfterMin", None),
    "min_notice_min": ("minNoticeMin", None),
    "horizon_days": ("horizonDays", None),
    "bookable_by": ("bookableBy", None),
    "new_patients_only": ("newPatientsOnly", None),
    "doctor_ids": ("doctorIds", None),
    "active": ("active", None),
})
NAMES.setdefault("DispensedLine", {}).update({
    "line": ("line", None),
    "quantity": ("quantity", None),
})
NAMES.setdefault("DisputeIdentity", {}).update({
    "birth_date": ("birthDate", None),
    "sex": ("sex", None),
    "national_id": ("nationalId", None),
    "name_ar": ("nameAr", None),
    "reason": ("reason", None),
})
NAMES.setdefault("EnrolInCampaign", {}).update({
    "patient_ids": ("patientIds", None),
    "lead_ids": ("leadIds", None),
    "consent_source": ("consentSource", None),
})
NAMES.setdefault("EnterLabResults", {}).update({
    "results": ("results", NAMES.setdefault("NewLabValue", {})),
})
NAMES.setdefault("GeneratePdf", {}).update({
    "template_id": ("templateId", None),
    "data": ("data", NAMES.setdefault("AttestationDocumentData", {})),
})
NAMES.setdefault("GrantAccessRequest", {}).update({
    "plan": ("plan", None),
    "scopes": ("scopes", None),
    "email": ("email", None),
})
NAMES.setdefault("GuestTokenRequest", {}).update({
    "invitation": ("invitation", None),
})
NAMES.setdefault("HandOverClient", {}).update({
    "grace_hours": ("graceHours", None),
})
NAMES.setdefault("InviteGuest", {}).update({
    "name": ("name", None),
    "kind": ("kind", None),
    "expires_at": ("expiresAt", None),
})
NAMES.setdefault("InvoiceDocument", {}).update({
    "template_id": ("templateId", None),
    "data": ("data", NAMES.setdefault("InvoiceDocumentData", {})),
})
NAMES.setdefault("InvoiceDocumentData", {}).update({
    "invoice_id": ("invoiceId", None),
    "language": ("language", None),
})
NAMES.setdefault("IssuePrescription", {}).update({
    "patient_id": ("patientId", None),
    "appointment_id": ("appointmentId", None),
    "medication": ("medication", None),
    "dosage": ("dosage", None),
    "instructions": ("instructions", None),
    "duration_days": ("durationDays", None),
    "substance_table": ("substanceTable", None),
    "quantity": ("quantity", None),
    "unit": ("unit", None),
    "refills": ("refills", None),
    "substitutable": ("substitutable", None),
    "items": ("items", NAMES.setdefault("NewPrescriptionItem", {})),
    "patient_weight_kg": ("patientWeightKg", None),
    "valid_until": ("validUntil", None),
})
NAMES.setdefault("IssueVideoToken", {}).update({
    "appointment_id": ("appointmentId", None),
    "identity": ("identity", None),
})
NAMES.setdefault("JoinWaitlist", {}).update({
    "patient_id": ("patientId", None),
    "visit_type_id": ("visitTypeId", None),
    "doctor_id": ("doctorId", None),
    "city": ("city", None),
    "specialty": ("specialty", None),
    "first_day": ("firstDay", None),
    "last_day": ("lastDay", None),
    "weekdays": ("weekdays", None),
    "from_": ("from", None),
    "to": ("to", None),
    "urgent": ("urgent", None),
})
NAMES.setdefault("LinkCodeRequest", {}).update({
    "link": ("link", None),
})
NAMES.setdefault("LinkTokenRequest", {}).update({
    "link": ("link", None),
    "birth_date": ("birthDate", None),
    "code": ("code", None),
})
NAMES.setdefault("MergePatients", {}).update({
    "other_id": ("otherId", None),
    "reason": ("reason", None),
    "identity_of": ("identityOf", None),
    "login_of": ("loginOf", None),
})
NAMES.setdefault("MoveClock", {}).update({
    "now": ("now", None),
    "advance_sec": ("advanceSec", None),
})
NAMES.setdefault("MoveStock", {}).update({
    "delta": ("delta", None),
    "reason": ("reason", None),
    "note": ("note", None),
})
NAMES.setdefault("NewCampaignStep", {}).update({
    "delay_hours": ("delayHours", None),
    "template_code": ("templateCode", None),
    "channel": ("channel", None),
    "variables": ("variables", None),
})
NAMES.setdefault("NewIdentifier", {}).update({
    "label": ("label", None),
    "value": ("value", None),
})
NAMES.setdefault("NewLabValue", {}).update({
    "param": ("param", None),
    "value": ("value", None),
    "unit": ("unit", None),
    "low": ("low", None),
    "high": ("high", None),
    "critical_low": ("criticalLow", None),
    "critical_high": ("criticalHigh", None),
})
NAMES.setdefault("NewOpeningRule", {}).update({
    "place_id": ("placeId", None),
    "weekday": ("weekday", None),
    "from_": ("from", None),
    "to": ("to", None),
    "modes": ("modes", None),
    "valid_from": ("validFrom", None),
    "valid_until": ("validUntil", None),
    "season": ("season", None),
})
NAMES.setdefault("NewPasskey", {}).update({
    "name": ("name", None),
    "credential": ("credential", None),
})
NAMES.setdefault("NewPrescriptionItem", {}).update({
    "medication": ("medication", None),
    "dosage": ("dosage", None),
    "instructions": ("instructions", None),
    "duration_days": ("durationDays", None),
    "substance_table": ("substanceTable", None),
    "quantity": ("quantity", None),
    "unit": ("unit", None),
    "refills": ("refills", None),
    "substitutable": ("substitutable", None),
})
NAMES.setdefault("NewSeriesRepeat", {}).update({
    "frequency": ("frequency", None),
    "interval": ("interval", None),
    "count": ("count", None),
})
NAMES.setdefault("OpenAsAdministrator", {}).update({
    "reason": ("reason", None),
})
NAMES.setdefault("OpenInEmergency", {}).update({
    "reason": ("reason", None),
})
NAMES.setdefault("PasswordChange", {}).update({
    "current_password": ("currentPassword", None),
    "new_password": ("newPassword", None),
})
NAMES.setdefault("PasswordProof", {}).update({
    "password": ("password", None),
})
NAMES.setdefault("PasswordReset", {}).update({
    "reset_id": ("resetId", None),
    "code": ("code", None),
    "password": ("password", None),
})
NAMES.setdefault("PasswordResetRequest", {}).update({
    "email": ("email", None),
})
NAMES.setdefault("PatientRegistration", {}).update({
    "name": ("name", None),
    "birth_date": ("birthDate", None),
    "sex": ("sex", None),
    "national_id": ("nationalId", None),
    "name_ar": ("nameAr", None),
    "phone": ("phone", None),
    "email": ("email", None),
    "language": ("language", None),
    "insurer": ("insurer", None),
    "insurance_number": ("insuranceNumber", None),
    "professional_id": ("professionalId", None),
    "different_person": ("differentPerson", None),
})
NAMES.setdefault("PlaceOrder", {}).update({
    "prescription_id": ("prescriptionId", None),
    "pharmacy_id": ("pharmacyId", None),
    "delivery_requested": ("deliveryRequested", None),
    "pickup_code": ("pickupCode", None),
})
NAMES.setdefault("PrescriptionDocument", {}).update({
    "template_id": ("templateId", None),
    "data": ("data", NAMES.setdefault("PrescriptionDocumentData", {})),
})
NAMES.setdefault("PrescriptionDocumentData", {}).update({
    "prescription_id": ("prescriptionId", None),
    "language": ("language", None),
})
NAMES.setdefault("PreviewTemplate", {}).update({
    "variables": ("variables", None),
    "recipient_name": ("recipientName", None),
    "draft": ("draft", NAMES.setdefault("TemplateDraft", {})),
})
NAMES.setdefault("ProposeFollowUp", {}).update({
    "patient_id": ("patientId", None),
    "doctor_id": ("doctorId", None),
    "start_time": ("startTime", None),
    "end_time": ("endTime", None),
    "reason": ("reason", None),
})
NAMES.setdefault("QuietHours", {}).update({
    "from_": ("from", None),
    "to": ("to", None),
})
NAMES.setdefault("ReceiveLot", {}).update({
    "pharmacy_id": ("pharmacyId", None),
    "medication": ("medication", None),
    "lot_number": ("lotNumber", None),
    "quantity": ("quantity", None),
    "expires_on": ("expiresOn", None),
})
NAMES.setdefault("RecordCondition", {}).update({
    "name": ("name", None),
    "since": ("since", None),
    "long_term": ("longTerm", None),
    "status": ("status", None),
})
NAMES.setdefault("RecoverDeliveries", {}).update({
    "since": ("since", None),
    "until": ("until", None),
})
NAMES.setdefault("RefundInvoice", {}).update({
    "amount_mad": ("amountMAD", None),
    "reason": ("reason", None),
})
NAMES.setdefault("RefuseAccessRequest", {}).update({
    "reason": ("reason", None),
})
NAMES.setdefault("RegisterDependant", {}).update({
    "name": ("name", None),
    "birth_date": ("birthDate", None),
    "sex": ("sex", None),
    "kind": ("kind", None),
})
NAMES.setdefault("RegisterWebhook", {}).update({
    "url": ("url", None),
    "redundant_url": ("redundantUrl", None),
    "events": ("events", None),
    "description": ("description", None),
    "client_id": ("clientId", None),
})
NAMES.setdefault("Registration", {}).update({
    "email": ("email", None),
    "password": ("password", None),
    "name": ("name", None),
    "role": ("role", None),
})
NAMES.setdefault("ReplaceOpening", {}).update({
    "rules": ("rules", NAMES.setdefault("NewOpeningRule", {})),
})
NAMES.setdefault("ReplaceSigningCertificate", {}).update({
    "chain_pem": ("chainPem", None),
    "private_key_pem": ("privateKeyPem", None),
    "passphrase": ("passphrase", None),
    "for_": ("for", None),
})
NAMES.setdefault("RequestAccess", {}).update({
    "organization": ("organization", None),
    "contact_name": ("contactName", None),
    "email": ("email", None),
    "purpose": ("purpose", None),
    "sandbox_only": ("sandboxOnly", None),
    "website": ("website", None),
})
NAMES.setdefault("ResolveIdentityDispute", {}).update({
    "attested": ("attested", None),
    "document": ("document", None),
})
NAMES.setdefault("Rest", {}).update({
    "from_": ("from", None),
    "days": ("days", None),
    "outings": ("outings", None),
})
NAMES.setdefault("ReviewAppointment", {}).update({
    "rating": ("rating", None),
    "comment": ("comment", None),
})
NAMES.setdefault("RotateClientSecret", {}).update({
    "grace_hours": ("graceHours", None),
    "revoke_tokens": ("revokeTokens", None),
})
NAMES.setdefault("RotateWebhookSecret", {}).update({
    "grace_hours": ("graceHours", None),
})
NAMES.setdefault("SchedulePrice", {}).update({
    "price_mad": ("priceMAD", None),
    "from_": ("from", None),
})
NAMES.setdefault("SecondFactorProof", {}).update({
    "password": ("password", None),
    "code": ("code", None),
})
NAMES.setdefault("SendMessage", {}).update({
    "recipient_user_id": ("recipientUserId", None),
    "channel": ("channel", None),
    "template_code": ("templateCode", None),
    "variables": ("variables", None),
})
NAMES.setdefault("StateGuardianship", {}).update({
    "guardian_id": ("guardianId", None),
    "dependant_id": ("dependantId", None),
    "kind": ("kind", None),
})
NAMES.setdefault("StateRelationship", {}).update({
    "basis": ("basis", None),
})
NAMES.setdefault("StopEnrolment", {}).update({
    "reason": ("reason", None),
})
NAMES.setdefault("StrikeCondition", {}).update({
    "reason": ("reason", None),
})
NAMES.setdefault("SubmitLabOrder", {}).update({
    "patient_id": ("patientId", None),
    "appointment_id": ("appointmentId", None),
    "doctor_id": ("doctorId", None),
    "laboratory_id": ("laboratoryId", None),
    "tests": ("tests", None),
})
NAMES.setdefault("SubmitLead", {}).update({
    "name": ("name", None),
    "email": ("email", None),
    "phone": ("phone", None),
    "source": ("source", None),
    "metadata": ("metadata", None),
    "website": ("website", None),
})
NAMES.setdefault("TakePayment", {}).update({
    "method": ("method", None),
    "amount_mad": ("amountMAD", None),
    "card_token": ("cardToken", None),
})
NAMES.setdefault("TemplateDraft", {}).update({
    "subject": ("subject", None),
    "text": ("text", None),
    "variables": ("variables", None),
    "purpose": ("purpose", None),
})
NAMES.setdefault("TestWebhook", {}).update({
    "event": ("event", None),
})
NAMES.setdefault("TokenNamed", {}).update({
    "client_id": ("client_id", None),
    "client_secret": ("client_secret", None),
    "token": ("token", None),
    "token_type_hint": ("token_type_hint", None),
})
NAMES.setdefault("TokenRequest", {}).update({
    "grant_type": ("grant_type", None),
    "client_id": ("client_id", None),
    "client_secret": ("client_secret", None),
    "scope": ("scope", None),
    "refresh_token": ("refresh_token", None),
})
NAMES.setdefault("TriggerEvent", {}).update({
    "event": ("event", None),
})
NAMES.setdefault("UpdateAppointment", {}).update({
    "status": ("status", None),
    "start_time": ("startTime", None),
    "end_time": ("endTime", None),
    "notes": ("notes", None),
    "place_id": ("placeId", None),
    "visit_reason": ("visitReason", None),
    "hold_id": ("holdId", None),
    "reason": ("reason", None),
    "late_cancel": ("lateCancel", None),
})
NAMES.setdefault("UpdateBookingPolicy", {}).update({
    "late_cancel_hours": ("lateCancelHours", None),
    "no_show_limit": ("noShowLimit", None),
    "no_show_days": ("noShowDays", None),
})
NAMES.setdefault("UpdateCampaign", {}).update({
    "name": ("name", None),
    "enabled": ("enabled", None),
    "steps": ("steps", NAMES.setdefault("ChangedCampaignStep", {})),
})
NAMES.setdefault("UpdateClient", {}).update({
    "name": ("name", None),
    "scopes": ("scopes", None),
    "status": ("status", None),
})
NAMES.setdefault("UpdateCondition", {}).update({
    "name": ("name", None),
    "since": ("since", None),
    "long_term": ("longTerm", None),
    "status": ("status", None),
})
NAMES.setdefault("UpdateConsents", {}).update({
    "consents": ("consents", None),
})
NAMES.setdefault("UpdateDoctor", {}).update({
    "specialty": ("specialty", None),
    "city": ("city", None),
    "languages": ("languages", None),
    "is_tele": ("isTele", None),
    "phone": ("phone", None),
    "licence_number": ("licenceNumber", None),
})
NAMES.setdefault("UpdateDocument", {}).update({
    "status": ("status", None),
    "reason": ("reason", None),
})
NAMES.setdefault("UpdateFollowUp", {}).update({
    "status": ("status", None),
})
NAMES.setdefault("UpdateHoliday", {}).update({
    "first_day": ("firstDay", None),
    "confirmed": ("confirmed", None),
    "observed": ("observed", None),
})
NAMES.setdefault("UpdateIdentity", {}).update({
    "birth_date": ("birthDate", None),
    "sex": ("sex", None),
    "national_id": ("nationalId", None),
    "name_ar": ("nameAr", None),
    "insurer": ("insurer", None),
    "insurance_number": ("insuranceNumber", None),
})
NAMES.setdefault("UpdateInvoice", {}).update({
    "status": ("status", None),
    "reason": ("reason", None),
})
NAMES.setdefault("UpdateLabOrder", {}).update({
    "status": ("status", None),
})
NAMES.setdefault("UpdateLetterhead", {}).update({
    "name": ("name", None),
    "name_ar": ("nameAr", None),
    "address": ("address", None),
    "address_ar": ("addressAr", None),
    "city": ("city", None),
    "city_ar": ("cityAr", None),
    "phone": ("phone", None),
    "email": ("email", None),
    "identifiers": ("identifiers", NAMES.setdefault("NewIdentifier", {})),
    "color": ("color", None),
    "logo_svg": ("logoSvg", None),
})
NAMES.setdefault("UpdateLot", {}).update({
    "quantity": ("quantity", None),
    "note": ("note", None),
    "expires_on": ("expiresOn", None),
})
NAMES.setdefault("UpdateOrder", {}).update({
    "status": ("status", None),
    "dispensed": ("dispensed", NAMES.setdefault("DispensedLine", {})),
})
NAMES.setdefault("UpdatePlace", {}).update({
    "name": ("name", None),
    "address": ("address", None),
    "city": ("city", None),
    "phone": ("phone", None),
    "active": ("active", None),
})
NAMES.setdefault("UpdatePrescription", {}).update({
    "status": ("status", None),
    "reason": ("reason", None),
})
NAMES.setdefault("UpdateSeries", {}).update({
    "time": ("time", None),
    "weekday": ("weekday", None),
    "duration_min": ("durationMin", None),
    "place_id": ("placeId", None),
    "visit_reason": ("visitReason", None),
    "on_conflict": ("onConflict", None),
})
NAMES.setdefault("UpdateService", {}).update({
    "name": ("name", None),
    "code": ("code", None),
    "price_mad": ("priceMAD", None),
    "duration_min": ("durationMin", None),
    "active": ("active", None),
})
NAMES.setdefault("UpdateVisitType", {}).update({
    "name": ("name", None),
    "duration_min": ("durationMin", None),
    "step_min": ("stepMin", None),
    "buffer_before_min": ("bufferBeforeMin", None),
    "buffer_after_min": ("bufferAfterMin", None),
    "min_notice_min": ("minNoticeMin", None),
    "horizon_days": ("horizonDays", None),
    "bookable_by": ("bookableBy", None),
    "new_patients_only": ("newPatientsOnly", None),
    "doctor_ids": ("doctorIds", None),
    "active": ("active", None),
})
NAMES.setdefault("UpdateWaitlistEntry", {}).update({
    "first_day": ("firstDay", None),
    "last_day": ("lastDay", None),
    "weekdays": ("weekdays", None),
    "from_": ("from", None),
    "to": ("to", None),
    "urgent": ("urgent", None),
})
NAMES.setdefault("UpdateWebhook", {}).update({
    "url": ("url", None),
    "redundant_url": ("redundantUrl", None),
    "events": ("events", None),
    "description": ("description", None),
})
NAMES.setdefault("UserChanges", {}).update({
    "name": ("name", None),
    "disabled": ("disabled", None),
})
NAMES.setdefault("UserClaim", {}).update({
    "address": ("address", None),
    "birth_date": ("birthDate", None),
    "code": ("code", None),
})
NAMES.setdefault("WriteTemplate", {}).update({
    "subject": ("subject", None),
    "text": ("text", None),
    "variables": ("variables", None),
    "purpose": ("purpose", None),
})

# Fields whose object depends on another field.
NAMES["GeneratePdf"]["data"] = ("data", {
    **NAMES["PrescriptionDocumentData"],
    **NAMES["CertificateDocumentData"],
    **NAMES["InvoiceDocumentData"],
    **NAMES["AttestationDocumentData"],
})
