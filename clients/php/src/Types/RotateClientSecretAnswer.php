<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class RotateClientSecretAnswer extends Record
{
    public RotatedClient $client;
    /** Present in a replay, which contains no secret. If you lost the first answer, create another secret. */
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
            $this->client = new RotatedClient($raw['client']);
        }
        $this->notice = $raw['notice'] ?? null;
    }
}
