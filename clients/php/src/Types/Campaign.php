<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Campaign extends Record
{
    public string $id;
    public string $name;
    public bool $enabled;
    /** @var list<CampaignStep> */
    public array $steps;
    public \DateTimeImmutable $createdAt;
    public \DateTimeImmutable $updatedAt;

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
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        if (isset($raw['enabled'])) {
            $this->enabled = $raw['enabled'];
        }
        if (isset($raw['steps'])) {
            $this->steps = array_map(static fn ($one) => new CampaignStep($one), $raw['steps']);
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        if (isset($raw['updatedAt'])) {
            $this->updatedAt = new \DateTimeImmutable($raw['updatedAt']);
        }
    }
}
