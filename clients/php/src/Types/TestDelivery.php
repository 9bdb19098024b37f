<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class TestDelivery extends Record
{
    public string $id;
    public string $eventId;
    public string $event;
    /**
     * PENDING: waits for `nextAttemptAt`. HELD: waits until the webhook is enabled. FAILED: four attempts have failed. CANCELLED: the webhook was deleted, or its client could not read the event when the delivery was due.
     *
     * @var 'PENDING'|'SENDING'|'SUCCEEDED'|'FAILED'|'HELD'|'CANCELLED'|string
     */
    public string $state;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['id'])) {
            $this->id = $raw['id'];
        }
        if (isset($raw['eventId'])) {
            $this->eventId = $raw['eventId'];
        }
        if (isset($raw['event'])) {
            $this->event = $raw['event'];
        }
        if (isset($raw['state'])) {
            $this->state = $raw['state'];
        }
    }
}
