<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ReadEventAnswer extends Record
{
    public Event $event;
    /** @var list<EventDelivery> */
    public array $deliveries;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['event'])) {
            $this->event = Event::of($raw['event']);
        }
        if (isset($raw['deliveries'])) {
            $this->deliveries = array_map(static fn ($one) => new EventDelivery($one), $raw['deliveries']);
        }
    }
}
