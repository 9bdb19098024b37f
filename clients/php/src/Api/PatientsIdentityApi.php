<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\IdentityDispute;
use MedinaCare\Types\PatientIdentity;

final class PatientsIdentityApi extends Resource
{
    /**
     * Read the identity of a patient.
     *
     * For every caller who may see the patient.
     *
     * Scope: `patients:read`.
     *
     * @param string $id The id of the patient.
     */
    public function get(string $id, ?Options $options = null): PatientIdentity
    {
        return $this->http->send(new Request(
            'GET',
            '/api/patients/{id}/identity',
            values: [$id],
            take: 'identity',
            kind: PatientIdentity::class,
            options: $options,
        ));
    }

    /**
     * Update the identity of a patient.
     *
     * For the patient, a doctor or dentist who treats them, or an administrator. Absent fields stay unchanged; null clears a field. After the staff has attested birthDate, sex, nationalId and nameAr, the patient cannot change these four, because signed documents contain them. The staff attests them with a request that sets each of the four that is not null, or that changes attested ones.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the patient.
     * @param array{
     *     birthDate?: string|null,
     *     sex?: 'F'|'M'|null,
     *     nationalId?: string|null,
     *     nameAr?: string|null,
     *     insurer?: string|null,
     *     insuranceNumber?: string|null,
     * } $body
     * @throws Conflict The caller is a member of the staff, and a guardian of the patient is not verified (details.unverifiedGuardianships). The front desk must verify or end the guardianship first.
     */
    public function update(string $id, array $body = [], ?Options $options = null): PatientIdentity
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/patients/{id}/identity',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'identity',
            kind: PatientIdentity::class,
            options: $options,
        ));
    }

    /**
     * List the identity disputes of a patient.
     *
     * For every caller who may see the patient. Newest first.
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
     * @return Pages<IdentityDispute>
     */
    public function listDisputes(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/patients/{id}/identity/disputes',
            values: [$id],
            query: $query,
            take: 'disputes',
            kind: [IdentityDispute::class],
            options: $options,
        ));
    }

    /**
     * Dispute the recorded identity.
     *
     * For the patient, who states other values for birthDate, sex, nationalId or nameAr after the staff has attested them. The recorded and the stated values are both kept and shown. Documents contain the recorded values until the staff attests the stated ones.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the patient.
     * @param array{
     *     birthDate?: string,
     *     sex?: 'F'|'M',
     *     nationalId?: string,
     *     nameAr?: string,
     *     reason: string,
     * } $body
     * @throws Conflict A dispute is already open; or the staff has not attested the identity, so the patient can still change it.
     */
    public function dispute(string $id, array $body, ?Options $options = null): IdentityDispute
    {
        return $this->http->send(new Request(
            'POST',
            '/api/patients/{id}/identity/dispute',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'dispute',
            kind: IdentityDispute::class,
            options: $options,
        ));
    }

    /**
     * Withdraw an identity dispute.
     *
     * For the patient. The dispute stays in the history.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the patient.
     * @throws Conflict No dispute is open.
     */
    public function withdrawDispute(string $id, ?Options $options = null): IdentityDispute
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/patients/{id}/identity/dispute',
            values: [$id],
            keyed: true,
            take: 'dispute',
            kind: IdentityDispute::class,
            options: $options,
        ));
    }

    /**
     * Resolve an identity dispute.
     *
     * Attests the recorded or the stated values after seeing a document. For a doctor or dentist who treats the patient, or an administrator.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the patient.
     * @param array{
     *     attested: 'RECORDED'|'STATED',
     *     document: string,
     * } $body
     * @throws Conflict No dispute is open.
     */
    public function resolveDispute(string $id, array $body, ?Options $options = null): IdentityDispute
    {
        return $this->http->send(new Request(
            'POST',
            '/api/patients/{id}/identity/dispute/resolve',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'dispute',
            kind: IdentityDispute::class,
            options: $options,
        ));
    }
}
