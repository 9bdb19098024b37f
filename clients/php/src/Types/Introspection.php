<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Introspection extends Record
{
    public bool $active;
    public ?string $scope;
    public ?string $client_id;
    public ?string $sub;
    public ?string $token_type;
    public ?int $exp;
    public ?int $iat;
    public ?string $jti;
    public ?string $iss;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['active'])) {
            $this->active = $raw['active'];
        }
        $this->scope = $raw['scope'] ?? null;
        $this->client_id = $raw['client_id'] ?? null;
        $this->sub = $raw['sub'] ?? null;
        $this->token_type = $raw['token_type'] ?? null;
        $this->exp = $raw['exp'] ?? null;
        $this->iat = $raw['iat'] ?? null;
        $this->jti = $raw['jti'] ?? null;
        $this->iss = $raw['iss'] ?? null;
    }
}
