<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class JoinLink extends Record
{
    public string $url;
    /** When the room opens; null if it is always open (sandbox). */
    public ?\DateTimeImmutable $opensAt;
    /** When the room closes. */
    public ?\DateTimeImmutable $closesAt;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['url'])) {
            $this->url = $raw['url'];
        }
        $this->opensAt = isset($raw['opensAt']) ? new \DateTimeImmutable($raw['opensAt']) : null;
        $this->closesAt = isset($raw['closesAt']) ? new \DateTimeImmutable($raw['closesAt']) : null;
    }
}
