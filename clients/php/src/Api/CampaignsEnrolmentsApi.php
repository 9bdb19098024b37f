<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\CampaignEnrolment;
use MedinaCare\Types\EnrolInCampaignAnswer;

final class CampaignsEnrolmentsApi extends Resource
{
    /**
     * Enrol patients and leads in a campaign.
     *
     * Each recipient can be enrolled in a campaign only once, whatever the outcome. A patient needs a valid consent to MARKETING; a lead needs `marketingConsent: true` in their form’s metadata, or `consentSource`. Recipients who may not be written to are returned in `refused` with the reason; the others are enrolled.
     *
     * Scope: `campaigns:write`.
     *
     * @param string $id Which campaign.
     * @param array{
     *     patientIds?: list<string>,
     *     leadIds?: list<string>,
     *     consentSource?: string,
     * } $body
     */
    public function enrol(string $id, array $body, ?Options $options = null): EnrolInCampaignAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/campaigns/{id}/enrolments',
            values: [$id],
            body: $body,
            keyed: true,
            kind: EnrolInCampaignAnswer::class,
            options: $options,
        ));
    }

    /**
     * List the enrolments of a campaign.
     *
     * Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     *
     * Scope: `campaigns:read`.
     *
     * @param string $id Which campaign.
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     state?: list<'ACTIVE'|'COMPLETED'|'STOPPED'>,
     *     patientId?: string,
     *     leadId?: string,
     * } $query
     * @return Pages<CampaignEnrolment>
     */
    public function list(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/campaigns/{id}/enrolments',
            values: [$id],
            query: $query,
            take: 'enrolments',
            kind: [CampaignEnrolment::class],
            options: $options,
        ));
    }

    /**
     * Read an enrolment.
     *
     * With the step that comes next, and why it stopped if it did.
     *
     * Scope: `campaigns:read`.
     *
     * @param string $id Which enrolment.
     */
    public function get(string $id, ?Options $options = null): CampaignEnrolment
    {
        return $this->http->send(new Request(
            'GET',
            '/api/campaigns/enrolments/{id}',
            values: [$id],
            take: 'enrolment',
            kind: CampaignEnrolment::class,
            options: $options,
        ));
    }

    /**
     * Stop an enrolment.
     *
     * Stops it permanently: no further steps are sent. Idempotent.
     *
     * Scope: `campaigns:write`.
     *
     * @param string $id Which enrolment.
     * @param array{
     *     reason?: 'BY_ADMINISTRATOR'|'OPTED_OUT'|'REPLIED',
     * } $body
     * @throws Conflict All its steps have been sent (details.state).
     */
    public function stop(string $id, array $body = [], ?Options $options = null): CampaignEnrolment
    {
        return $this->http->send(new Request(
            'POST',
            '/api/campaigns/enrolments/{id}/stop',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'enrolment',
            kind: CampaignEnrolment::class,
            options: $options,
        ));
    }
}
