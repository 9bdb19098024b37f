<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;

/** Result published and visible to the patient */
final readonly class LabResultPublishedEvent extends Event
{
    public LabResultPublishedData $data;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['data'])) {
            $this->data = new LabResultPublishedData($raw['data']);
        }
    }
}
