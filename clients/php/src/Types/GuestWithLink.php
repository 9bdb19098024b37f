<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class GuestWithLink extends Record
{
    public string $id;
    public string $name;
    /** @var 'FAMILY'|'INTERPRETER'|'OTHER'|string */
    public string $kind;
    public \DateTimeImmutable $expiresAt;
    /** Opens the page of the room without an account. Null in a replay, because secrets are shown once. */
    public ?string $url;

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
        if (isset($raw['kind'])) {
            $this->kind = $raw['kind'];
        }
        if (isset($raw['expiresAt'])) {
            $this->expiresAt = new \DateTimeImmutable($raw['expiresAt']);
        }
        $this->url = $raw['url'] ?? null;
    }
}
