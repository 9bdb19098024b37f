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
     * By its doctor, its laboratory or an administrator. Sets the status RESULTS_READY from any earlier step. Until they are released, results can be entered again under a new id; the last ones count, and earlier ones are kept.
     *
     * Scope: `lab_orders:write`.
     *
     * @param string $id Which lab order.
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
     * The results entered last. 404 while there are none, and for the patient until they are RELEASED. Bounds are inclusive: only a value beyond a bound is flagged.
     *
     * Scope: `lab_orders:read`.
     *
     * @param string $id Which lab result.
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
