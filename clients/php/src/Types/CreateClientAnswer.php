<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class CreateClientAnswer extends Record
{
    public ClientWithSecret $client;
    /** Only in a replay under the same Idempotency-Key, which contains no secret. If the first answer was lost, create another one. */
    public ?string $notice;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['client'])) {
            $this->client = new ClientWithSecret($raw['client']);
        }
        $this->notice = $raw['notice'] ?? null;
    }
}
