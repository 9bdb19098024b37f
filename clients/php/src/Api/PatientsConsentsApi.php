<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Items;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Consent;
use MedinaCare\Types\ConsentVersion;

final class PatientsConsentsApi extends Resource
{
    /**
     * Read the consents of a patient.
     *
     * Returns every consent with its current answer, in a fixed order.
     *
     * Scope: `patients:read`.
     *
     * @param string $id The id of the patient.
     * @return Items<Consent>
     */
    public function get(string $id, ?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'GET',
            '/api/patients/{id}/consents',
            values: [$id],
            take: 'consents',
            kind: [Consent::class],
            options: $options,
        ));
    }

    /**
     * Update the consents of a patient.
     *
     * For the patient, or an administrator on their behalf. The body lists every granted consent; all others are withdrawn. Each changed answer creates a new version with its author, time and client. Repeating the same list changes nothing.
     *
     * Scope: `patients:write`.
     *
     * @param string $id The id of the patient.
     * @param array{
     *     consents: list<'MARKETING'|'TELECONSULTATION'|'DATA_SHARING'|'RECORDING'>,
     * } $body
     * @return Items<Consent>
     */
    public function update(string $id, array $body, ?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/patients/{id}/consents',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'consents',
            kind: [Consent::class],
            options: $options,
        ));
    }

    /**
     * List the consent history of a patient.
     *
     * Returns the proof that law 09-08 requires: who gave each answer, when, and through which client. Newest first.
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
     * @return Pages<ConsentVersion>
     */
    public function listHistory(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/patients/{id}/consents/history',
            values: [$id],
            query: $query,
            take: 'history',
            kind: [ConsentVersion::class],
            options: $options,
        ));
    }
}
