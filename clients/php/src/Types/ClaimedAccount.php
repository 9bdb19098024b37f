<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ClaimedAccount extends Record
{
    public string $id;
    public string $email;
    public string $tenantId;

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
        if (isset($raw['email'])) {
            $this->email = $raw['email'];
        }
        if (isset($raw['tenantId'])) {
            $this->tenantId = $raw['tenantId'];
        }
    }
}
