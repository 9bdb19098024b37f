<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\SigningKey;

final class SigningKeysApi extends Resource
{
    /**
     * Create or replace the signing key.
     *
     * Creates or replaces the signing key of the caller. The previous private key is destroyed; its signatures can still be verified.
     *
     * Scope: `prescriptions:write`.
     */
    public function replace(?Options $options = null): SigningKey
    {
        return $this->http->send(new Request(
            'POST',
            '/api/signing-keys',
            keyed: true,
            take: 'signingKey',
            kind: SigningKey::class,
            options: $options,
        ));
    }
}
