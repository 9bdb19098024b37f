<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Items;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Introspection;
use MedinaCare\Types\JsonWebKey;
use MedinaCare\Types\ReadServerMetadataAnswer;
use MedinaCare\Types\TokenAnswer;

final class TokensApi extends Resource
{
    /**
     * Obtain an access token.
     *
     * Authenticate with the client's id and secret, in the body or with HTTP Basic. Scopes that the client may not have are omitted; `scope` lists the granted scopes. A refresh token is valid for one refresh, which can only narrow the scope. Later reuse revokes its whole token family.
     *
     * @param array{
     *     grant_type: string,
     *     client_id?: string,
     *     client_secret?: string,
     *     scope?: string,
     *     refresh_token?: string,
     * } $body
     */
    public function issue(array $body, ?Options $options = null): TokenAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/auth/token',
            body: $body,
            open: true,
            kind: TokenAnswer::class,
            options: $options,
        ));
    }

    /**
     * Revoke a token.
     *
     * Revokes an access token, or a refresh token with its whole token family (RFC 7009). An unknown token is not an error.
     *
     * @param array{
     *     client_id?: string,
     *     client_secret?: string,
     *     token: string,
     *     token_type_hint?: string,
     * } $body
     */
    public function revoke(array $body, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'POST',
            '/api/auth/revoke',
            body: $body,
            open: true,
            take: '',
            options: $options,
        ));
    }

    /**
     * Introspect a token.
     *
     * Returns the state of the client's own token (RFC 7662). Other tokens are reported as `active: false`.
     *
     * @param array{
     *     client_id?: string,
     *     client_secret?: string,
     *     token: string,
     *     token_type_hint?: string,
     * } $body
     */
    public function introspect(array $body, ?Options $options = null): Introspection
    {
        return $this->http->send(new Request(
            'POST',
            '/api/auth/introspect',
            body: $body,
            open: true,
            kind: Introspection::class,
            options: $options,
        ));
    }

    /**
     * Read the public keys that verify access tokens.
     *
     * May be cached for 5 minutes (RFC 7517).
     *
     * @return Items<JsonWebKey>
     */
    public function listKeys(?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'GET',
            '/.well-known/jwks.json',
            open: true,
            take: 'keys',
            kind: [JsonWebKey::class],
            options: $options,
        ));
    }

    /**
     * Read the OAuth server metadata.
     *
     * May be cached for 5 minutes (RFC 8414).
     */
    public function getMetadata(?Options $options = null): ReadServerMetadataAnswer
    {
        return $this->http->send(new Request(
            'GET',
            '/.well-known/oauth-authorization-server',
            open: true,
            kind: ReadServerMetadataAnswer::class,
            options: $options,
        ));
    }
}
