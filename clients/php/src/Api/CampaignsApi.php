<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Campaign;
use MedinaCare\Types\CampaignWithCounts;

/**
 * @property-read CampaignsEnrolmentsApi $enrolments
 */
final class CampaignsApi extends Resource
{
    protected const WITHIN = [
        'enrolments' => CampaignsEnrolmentsApi::class,
    ];

    /**
     * List campaigns.
     *
     * Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     *
     * Scope: `campaigns:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     enabled?: bool,
     * } $query
     * @return Pages<Campaign>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/campaigns',
            query: $query,
            take: 'campaigns',
            kind: [Campaign::class],
            options: $options,
        ));
    }

    /**
     * Create a campaign.
     *
     * A sequence of messages with delays between them. The texts are existing templates of the organisation.
     *
     * Scope: `campaigns:write`.
     *
     * @param array{
     *     name: string,
     *     enabled?: bool,
     *     steps: list<array{
     *         delayHours: int,
     *         templateCode: string,
     *         channel?: 'WHATSAPP'|'SMS'|'EMAIL'|null,
     *         variables?: array<string, mixed>,
     *     }>,
     * } $body
     */
    public function create(array $body, ?Options $options = null): CampaignWithCounts
    {
        return $this->http->send(new Request(
            'POST',
            '/api/campaigns',
            body: $body,
            keyed: true,
            take: 'campaign',
            kind: CampaignWithCounts::class,
            options: $options,
        ));
    }

    /**
     * Read a campaign.
     *
     * With its steps, and how many people are in each state.
     *
     * Scope: `campaigns:read`.
     *
     * @param string $id Which campaign.
     */
    public function get(string $id, ?Options $options = null): CampaignWithCounts
    {
        return $this->http->send(new Request(
            'GET',
            '/api/campaigns/{id}',
            values: [$id],
            take: 'campaign',
            kind: CampaignWithCounts::class,
            options: $options,
        ));
    }

    /**
     * Change, pause or resume a campaign.
     *
     * Absent fields keep their values. `steps` replaces all steps: a step with the `number` of an existing one, or with the same content, remains that step; any other is new. Enrolments continue after the last step that was sent and never get a step twice. Disabling pauses the campaign: its delays continue when it is enabled again.
     *
     * Scope: `campaigns:write`.
     *
     * @param string $id Which campaign.
     * @param array{
     *     name?: string,
     *     enabled?: bool,
     *     steps?: list<array{
     *         delayHours: int,
     *         templateCode: string,
     *         channel?: 'WHATSAPP'|'SMS'|'EMAIL'|null,
     *         variables?: array<string, mixed>,
     *         number?: int,
     *     }>,
     * } $body
     */
    public function update(string $id, array $body = [], ?Options $options = null): CampaignWithCounts
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/campaigns/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'campaign',
            kind: CampaignWithCounts::class,
            options: $options,
        ));
    }
}
