<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\EnteredLabResult;
use MedinaCare\Types\LabResult;

final class LabOrdersResultsApi extends Resource
{
    /**
     * Enter the results of a lab order.
     *
     * Its doctor, its laboratory and administrators can enter results. Sets the status RESULTS_READY from any earlier status. Until the release, results can be entered again, under a new id: the last ones count, and earlier ones are kept.
     *
     * Scope: `lab_orders:write`.
     *
     * @param string $id The id of the lab order.
     * @param array{
     *     results: list<array{
     *         param: string,
     *         value: float|string,
     *         unit?: string|null,
     *         low?: float|null,
     *         high?: float|null,
     *         criticalLow?: float|null,
     *         criticalHigh?: float|null,
     *     }>,
     * } $body
     * @throws Conflict The lab order is RELEASED or CANCELLED.
     */
    public function enter(string $id, array $body, ?Options $options = null): EnteredLabResult
    {
        return $this->http->send(new Request(
            'POST',
            '/api/lab-orders/{id}/results',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'labResult',
            kind: EnteredLabResult::class,
            options: $options,
        ));
    }

    /**
     * Read the results of a lab order.
     *
     * Returns the results that were entered last. 404 while there are none; patients get 404 until the release. Bounds are inclusive: a value equal to a bound is normal.
     *
     * Scope: `lab_orders:read`.
     *
     * @param string $id The id of the lab result.
     */
    public function get(string $id, ?Options $options = null): LabResult
    {
        return $this->http->send(new Request(
            'GET',
            '/api/lab-orders/{id}/results',
            values: [$id],
            take: 'labResult',
            kind: LabResult::class,
            options: $options,
        ));
    }
}
