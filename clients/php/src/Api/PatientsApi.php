<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\AdministrativeAccess;
use MedinaCare\Types\DuplicatePair;
use MedinaCare\Types\EmergencyAccess;
use MedinaCare\Types\Guardianship;
use MedinaCare\Types\MergePreview;
use MedinaCare\Types\Patient;
use MedinaCare\Types\PatientFile;
use MedinaCare\Types\PatientMerge;
use MedinaCare\Types\RegisteredPatient;
use MedinaCare\Types\SendClaimCodeAnswer;

/**
 * @property-read PatientsConsentsApi $consents
 * @property-read PatientsIdentityApi $identity
 * @property-read PatientsRelationshipsApi $relationships
 * @property-read PatientsConditionsApi $conditions
 * @property-read PatientsDependantsApi $dependants
 */
final class PatientsApi extends Resource
{
    protected const WITHIN = [
        'consents' => PatientsConsentsApi::class,
        'identity' => PatientsIdentityApi::class,
        'relationships' => PatientsRelationshipsApi::class,
        'conditions' => PatientsConditionsApi::class,
        'dependants' => PatientsDependantsApi::class,
    ];

    /**
     * Register a patient without an account.
     *
     * For the front desk, an administrator, or a doctor or dentist, who then treats the patient. The patient can claim an account later (`POST /api/patients/{id}/claim-codes`). If a record has the same national id, or the same name and birth date, it is reported and nothing is saved. Case, accents, forms of Arabic letters, spaces and the order of names are ignored. A doctor or dentist can register at most 60 patients in an hour and 200 in a day, including refused registrations; further calls get 429.
     *
     * Scope: `patients:write`.
     *
     * @param array{
     *     name: string,
     *     birthDate: string,
     *     sex?: 'F'|'M'|null,
     *     nationalId?: string|null,
     *     nameAr?: string|null,
     *     phone?: string|null,
     *     email?: string|null,
     *     language?: 'fr'|'ar'|'en',
     *     insurer?: string|null,
     *     insuranceNumber?: string|null,
     *     professionalId?: string,
     *     differentPerson?: bool,
     * } $body
     * @throws Conflict The person may be registered already. `details.duplicates` has the id, name and birthDate of the records that the caller may see. `unverifiedGuardian: true` marks a record with an unverified guardian, who can read what is written in it. `details.hidden` is the number of other records: ask the front desk about them. Send `differentPerson: true` if the patient is another person.
     */
    public function register(array $body, ?Options $options = null): RegisteredPatient
    {
        return $this->http->send(new Request(
            'POST',
            '/api/patients',
            body: $body,
            keyed: true,
            take: 'patient',
            kind: RegisteredPatient::class,
            options: $options,
        ));
    }

    /**
     * List patients.
     *
     * Administrators and the front desk see every patient. Doctors and dentists see the patients whom they treat (`GET /api/patients/{id}/relationships`). Patients see themselves. Professionals see no patients until they are verified. Newest first; with `name` alone or with `consent`, by the word that matches.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `name`: Only patients whose name has, for each of these words, a word that begins with it, in any order. Case, accents, Arabic vowel signs and forms of letters are ignored. Particles belong to the next word: `el fas` finds `El Fassi` and `Elfassi`.
     * - `phone`: Only patients with this telephone number. For administrators, the front desk and patients, with the scope `users:read`, which reads contact data; others get 403.
     * - `nationalId`: Only patients with this national id, in any case and with or without spaces.
     * - `birthDate`: Only patients born on this day.
     * - `consent`: Returns only patients with this consent and an enabled account. `MARKETING` returns the audience of campaigns.
     *
     * Scope: `patients:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     name?: string,
     *     phone?: string,
     *     nationalId?: string,
     *     birthDate?: string,
     *     consent?: 'MARKETING'|'TELECONSULTATION'|'DATA_SHARING'|'RECORDING',
     * } $query
     * @return Pages<Patient>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/patients',
            query: $query,
            take: 'patients',
            kind: [Patient::class],
            options: $options,
        ));
    }

    /**
     * Send a patient the code to claim their account.
     *
     * For the front desk, an administrator, or the doctor or dentist who registered the patient. The code goes to the address on file, is valid for 24 hours and 5 tries, and replaces an earlier code. An address gets at most 3 codes in an hour and 10 in a day; further calls get 429.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the patient.
     * @param array{
     *     address: 'EMAIL'|'PHONE',
     * } $body
     * @throws Conflict The patient has an account, has no such address, or has an unverified guardian (details.unverifiedGuardianships); or the caller was the last user to change an address of the patient.
     */
    public function sendClaimCode(string $id, array $body, ?Options $options = null): SendClaimCodeAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/patients/{id}/claim-codes',
            values: [$id],
            body: $body,
            keyed: true,
            kind: SendClaimCodeAnswer::class,
            options: $options,
        ));
    }

    /**
     * Read a patient.
     *
     * Administrators and the front desk see every patient. Doctors and dentists see the patients whom they treat (`GET /api/patients/{id}/relationships`). Patients see themselves. Professionals see no patients until they are verified.
     *
     * Scope: `patients:read`.
     *
     * @param string $id The id of the patient.
     */
    public function get(string $id, ?Options $options = null): PatientFile
    {
        return $this->http->send(new Request(
            'GET',
            '/api/patients/{id}',
            values: [$id],
            take: 'patient',
            kind: PatientFile::class,
            options: $options,
        ));
    }

    /**
     * List patients who may be the same person.
     *
     * Returns pairs of records with the same national id, or with the same name and birth date. Case, accents and spaces are ignored. The most recently registered first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `patients:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     * } $query
     * @return Pages<DuplicatePair>
     */
    public function listDuplicates(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/patients/duplicates',
            query: $query,
            take: 'duplicates',
            kind: [DuplicatePair::class],
            options: $options,
        ));
    }

    /**
     * Preview a merge of two patients.
     *
     * Changes nothing. Show the preview to the administrator before the merge, because a merge cannot be undone.
     *
     * Scope: `patients:read`.
     *
     * @param string $id The id of the patient.
     * @param string $otherId The record that is merged into the survivor.
     * @throws Conflict Both ids belong to the same record.
     */
    public function previewMerge(string $id, string $otherId, ?Options $options = null): MergePreview
    {
        return $this->http->send(new Request(
            'GET',
            '/api/patients/{id}/merge-preview/{otherId}',
            values: [$id, $otherId],
            take: 'preview',
            kind: MergePreview::class,
            options: $options,
        ));
    }

    /**
     * Merge another record of the same person into a patient.
     *
     * Moves all data of the other record to this one, in one transaction. From then on, every operation accepts the id of the other record for this one. Signed documents stay as they were signed. A merge cannot be undone: call `GET /api/patients/{id}/merge-preview/{otherId}` first. Missing values (phone, e-mail, identity fields) are taken from the other record, except that an attested identity takes no value that is not attested. Of two answers about a consent, the later one is in force. Access that a professional has only because they registered one record, and access that was opened with a reason, ends unless it covered both records.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the patient.
     * @param array{
     *     otherId: string,
     *     reason: string,
     *     identityOf?: string,
     *     loginOf?: string|null,
     * } $body
     * @throws Conflict Identity fields differ and identityOf is absent; the other record has a login and loginOf is absent; the owner of the login that stays has not proved that the record without a login is theirs (details.unproved); one of the patients is in a consultation; a guardianship must be verified first; both identities are disputed; one of the records was merged in the meantime; or both ids belong to the same record.
     */
    public function merge(string $id, array $body, ?Options $options = null): PatientMerge
    {
        return $this->http->send(new Request(
            'POST',
            '/api/patients/{id}/merge',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'merge',
            kind: PatientMerge::class,
            options: $options,
        ));
    }

    /**
     * List the records that were merged into a patient.
     *
     * Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `patients:read`.
     *
     * @param string $id The id of the patient.
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     * } $query
     * @return Pages<PatientMerge>
     */
    public function listMerges(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/patients/{id}/merges',
            values: [$id],
            query: $query,
            take: 'merges',
            kind: [PatientMerge::class],
            options: $options,
        ));
    }

    /**
     * Open the file of a patient in an emergency.
     *
     * For a verified doctor or dentist without a care relationship. Access lasts 24 hours. The patient and the administrators get a message, and the audit log and the patient's relationships show the access. While access is in force, a repeated call returns the same answer and sends no message.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the patient.
     * @param array{
     *     reason: string,
     * } $body
     */
    public function openInEmergency(string $id, array $body, ?Options $options = null): EmergencyAccess
    {
        return $this->http->send(new Request(
            'POST',
            '/api/patients/{id}/emergency-access',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'emergencyAccess',
            kind: EmergencyAccess::class,
            options: $options,
        ));
    }

    /**
     * Open the clinical content of a patient as an administrator.
     *
     * Gives access for 24 hours to conditions, notes of appointments, lab orders and results, reasons of follow-ups and certificates, and lets the administrator observe consultations. The patient and the other administrators get a message, and the audit log and the patient's relationships show the access. The patient can end it. While access is in force, a repeated call returns the same answer and sends no message.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the patient.
     * @param array{
     *     reason: string,
     * } $body
     */
    public function openAsAdministrator(string $id, array $body, ?Options $options = null): AdministrativeAccess
    {
        return $this->http->send(new Request(
            'POST',
            '/api/patients/{id}/administrative-access',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'administrativeAccess',
            kind: AdministrativeAccess::class,
            options: $options,
        ));
    }

    /**
     * List the guardians of a patient.
     *
     * For the patient, their guardians, administrators and the front desk. Includes ended guardianships. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `patients:read`.
     *
     * @param string $id The id of the patient.
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     * } $query
     * @return Pages<Guardianship>
     */
    public function listGuardians(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/patients/{id}/guardians',
            values: [$id],
            query: $query,
            take: 'guardianships',
            kind: [Guardianship::class],
            options: $options,
        ));
    }
}
