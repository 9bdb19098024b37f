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
     * Every consent in a fixed order, with the current answer.
     *
     * Scope: `patients:read`.
     *
     * @param string $id Which patient.
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
     * By the patient, or an administrator on their behalf. The body lists every granted consent; the others are withdrawn. Each changed answer is a new version, kept with its author, time and client; the same list again changes nothing.
     *
     * Scope: `patients:write`.
     *
     * @param string $id Which patient.
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
     * The proof that law 09-08 requires: who gave each answer, when, and through which client. Newest first.
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
