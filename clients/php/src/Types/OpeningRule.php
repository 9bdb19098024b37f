<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class OpeningRule extends Record
{
    public string $placeId;
    /** 1 is Monday, 7 is Sunday. */
    public int $weekday;
    /** Time of the place's wall clock. */
    public string $from;
    /** After `from`. Times after 24:00 are on the next day: 26:00 is two hours after midnight. */
    public string $to;
    /**
     * The modes of the visits that take place then.
     *
     * @var list<'VIDEO'|'IN_PERSON'|'HOME'|'PHONE'|string>
     */
    public array $modes;
    /** First day; null for no limit. */
    public ?string $validFrom;
    /** Last day; null for no limit. */
    public ?string $validUntil;
    /**
     * RAMADAN: while Ramadan lasts, only such hours of the place apply.
     *
     * @var 'RAMADAN'|string
     */
    public ?string $season;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['placeId'])) {
            $this->placeId = $raw['placeId'];
        }
        if (isset($raw['weekday'])) {
            $this->weekday = $raw['weekday'];
        }
        if (isset($raw['from'])) {
            $this->from = $raw['from'];
        }
        if (isset($raw['to'])) {
            $this->to = $raw['to'];
        }
        if (isset($raw['modes'])) {
            $this->modes = $raw['modes'];
        }
        $this->validFrom = $raw['validFrom'] ?? null;
        $this->validUntil = $raw['validUntil'] ?? null;
        $this->season = $raw['season'] ?? null;
    }
}
