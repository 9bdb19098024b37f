<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class OpeningException extends Record
{
    public string $id;
    public string $doctorId;
    public ?string $placeId;
    /** @var 'CLOSED'|'OPEN'|string */
    public string $kind;
    public string $firstDay;
    public string $lastDay;
    /** Time of the place's wall clock. */
    public ?string $from;
    /** After `from`. Times after 24:00 are on the next day: 26:00 is two hours after midnight. */
    public ?string $to;
    /**
     * The modes of the visits that take place then.
     *
     * @var list<'VIDEO'|'IN_PERSON'|'HOME'|'PHONE'|string>
     */
    public ?array $modes;
    public ?string $reason;
    public \DateTimeImmutable $createdAt;

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
        if (isset($raw['doctorId'])) {
            $this->doctorId = $raw['doctorId'];
        }
        $this->placeId = $raw['placeId'] ?? null;
        if (isset($raw['kind'])) {
            $this->kind = $raw['kind'];
        }
        if (isset($raw['firstDay'])) {
            $this->firstDay = $raw['firstDay'];
        }
        if (isset($raw['lastDay'])) {
            $this->lastDay = $raw['lastDay'];
        }
        $this->from = $raw['from'] ?? null;
        $this->to = $raw['to'] ?? null;
        $this->modes = $raw['modes'] ?? null;
        $this->reason = $raw['reason'] ?? null;
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
