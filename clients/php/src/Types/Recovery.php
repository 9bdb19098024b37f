<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Recovery extends Record
{
    public string $id;
    /** @var 'RUNNING'|'DONE'|'CANCELLED'|string */
    public string $state;
    public \DateTimeImmutable $since;
    public \DateTimeImmutable $until;
    /** How many deliveries the recovery has resent so far. */
    public int $resent;
    public \DateTimeImmutable $createdAt;
    public ?\DateTimeImmutable $finishedAt;

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
        if (isset($raw['state'])) {
            $this->state = $raw['state'];
        }
        if (isset($raw['since'])) {
            $this->since = new \DateTimeImmutable($raw['since']);
        }
        if (isset($raw['until'])) {
            $this->until = new \DateTimeImmutable($raw['until']);
        }
        if (isset($raw['resent'])) {
            $this->resent = $raw['resent'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        $this->finishedAt = isset($raw['finishedAt']) ? new \DateTimeImmutable($raw['finishedAt']) : null;
    }
}
