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
     * For the patient, and everyone who may see the patient.
     *
     * Scope: `patients:read`.
     *
     * @param string $id Which patient.
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
     * By the patient, a doctor or dentist who treats them, or an administrator. Absent fields stay unchanged; null clears. Once the staff has recorded birthDate, sex or nationalId, the patient cannot change these three: signed documents state them. The staff attests them by setting every one that is not null, or by changing attested ones.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which patient.
     * @param array{
     *     birthDate?: string|null,
     *     sex?: 'F'|'M'|null,
     *     nationalId?: string|null,
     *     insurer?: string|null,
     *     insuranceNumber?: string|null,
     * } $body
     * @throws Conflict By the staff: a guardian made the record, whom no one has verified (details.unverifiedGuardianships). The front desk verifies or ends the guardianship first.
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
     * List the disputes about the identity of a patient.
     *
     * For the patient, and everyone who may see the patient. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     *
     * Scope: `patients:read`.
     *
     * @param string $id Which patient.
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
     * Dispute what the staff recorded about the identity.
     *
     * By the patient, of birthDate, sex and nationalId once the staff has attested them. Both values are kept and shown; documents state the recorded ones until the staff attests the other.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which patient.
     * @param array{
     *     birthDate?: string,
     *     sex?: 'F'|'M',
     *     nationalId?: string,
     *     reason: string,
     * } $body
     * @throws Conflict A dispute is open, or the staff has not attested the identity, which the patient can then change.
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
     * Withdraw a dispute.
     *
     * By the patient. The dispute stays in the history.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which patient.
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
     * Attest the recorded or the disputed identity after seeing a document.
     *
     * By a doctor or dentist who treats the patient, or an administrator.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which patient.
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
