<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class TokenAnswer extends Record
{
    public string $access_token;
    public string $token_type;
    /** Lifetime of the access token in seconds. */
    public int $expires_in;
    public string $scope;
    public string $refresh_token;
    /** Lifetime of the refresh token in seconds. */
    public int $refresh_expires_in;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['access_token'])) {
            $this->access_token = $raw['access_token'];
        }
        if (isset($raw['token_type'])) {
            $this->token_type = $raw['token_type'];
        }
        if (isset($raw['expires_in'])) {
            $this->expires_in = $raw['expires_in'];
        }
        if (isset($raw['scope'])) {
            $this->scope = $raw['scope'];
        }
        if (isset($raw['refresh_token'])) {
            $this->refresh_token = $raw['refresh_token'];
        }
        if (isset($raw['refresh_expires_in'])) {
            $this->refresh_expires_in = $raw['refresh_expires_in'];
        }
    }
}
