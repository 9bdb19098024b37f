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
     * A recipient can be enrolled in a campaign only once, even after the enrolment has ended. A patient needs a valid consent to MARKETING. A lead needs `marketingConsent: true` in the metadata of the form, or `consentSource`. `refused` contains the recipients who may not be written to, with the reason; the others are enrolled.
     *
     * Scope: `campaigns:write`.
     *
     * @param string $id The id of the campaign.
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
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `campaigns:read`.
     *
     * @param string $id The id of the campaign.
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
     * Returns the state of the enrolment, when its next step is due, and why it was stopped.
     *
     * Scope: `campaigns:read`.
     *
     * @param string $id The id of the enrolment.
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
     * Stops an enrolment permanently: no further steps are sent. Stopping again changes nothing.
     *
     * Scope: `campaigns:write`.
     *
     * @param string $id The id of the enrolment.
     * @param array{
     *     reason?: 'BY_ADMINISTRATOR'|'OPTED_OUT'|'REPLIED',
     * } $body
     * @throws Conflict All steps have been sent: details.state.
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
