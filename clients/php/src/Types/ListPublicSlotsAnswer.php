<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ListPublicSlotsAnswer extends Record
{
    /** @var list<PublicSlot> */
    public array $slots;
    /** The `from` of the following slots; null if there are none. An answer has at most 1000 slots. */
    public ?\DateTimeImmutable $nextFrom;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['slots'])) {
            $this->slots = array_map(static fn ($one) => new PublicSlot($one), $raw['slots']);
        }
        $this->nextFrom = isset($raw['nextFrom']) ? new \DateTimeImmutable($raw['nextFrom']) : null;
    }
}
