<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;

/** Lab order status updated */
final readonly class LabOrderStatusChangedEvent extends Event
{
    public LabOrderStatusChangedData $data;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['data'])) {
            $this->data = new LabOrderStatusChangedData($raw['data']);
        }
    }
}
