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
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
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
     * Creates a sequence of messages with delays between them. Its texts are templates of the organisation.
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
     * Returns the steps of the campaign, and the number of enrolments in each state.
     *
     * Scope: `campaigns:read`.
     *
     * @param string $id The id of the campaign.
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
     * Absent fields stay unchanged. `steps` replaces all steps: a step with the `number` or the content of an existing step remains that step; other steps are new. Enrolments continue after the last sent step, and never get a step twice. Disabling pauses the campaign: its delays continue when it is enabled again.
     *
     * Scope: `campaigns:write`.
     *
     * @param string $id The id of the campaign.
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
