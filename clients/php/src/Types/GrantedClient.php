<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class GrantedClient extends Record
{
    public string $id;
    /** @var list<string> */
    public array $scopes;
    /** @var 'STARTER'|'PRO'|'ENTERPRISE'|string */
    public string $plan;
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
        if (isset($raw['scopes'])) {
            $this->scopes = $raw['scopes'];
        }
        if (isset($raw['plan'])) {
            $this->plan = $raw['plan'];
        }
        if (isset($raw['tenantId'])) {
            $this->tenantId = $raw['tenantId'];
        }
    }
}
