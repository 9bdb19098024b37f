<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ReadServerMetadataAnswer extends Record
{
    public string $issuer;
    public string $token_endpoint;
    public string $revocation_endpoint;
    public string $introspection_endpoint;
    public string $jwks_uri;
    /** @var list<string> */
    public array $scopes_supported;
    /** @var list<string> */
    public array $response_types_supported;
    /** @var list<string> */
    public array $grant_types_supported;
    /** @var list<string> */
    public array $token_endpoint_auth_methods_supported;
    /** @var list<string> */
    public array $revocation_endpoint_auth_methods_supported;
    /** @var list<string> */
    public array $introspection_endpoint_auth_methods_supported;
    public string $service_documentation;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['issuer'])) {
            $this->issuer = $raw['issuer'];
        }
        if (isset($raw['token_endpoint'])) {
            $this->token_endpoint = $raw['token_endpoint'];
        }
        if (isset($raw['revocation_endpoint'])) {
            $this->revocation_endpoint = $raw['revocation_endpoint'];
        }
        if (isset($raw['introspection_endpoint'])) {
            $this->introspection_endpoint = $raw['introspection_endpoint'];
        }
        if (isset($raw['jwks_uri'])) {
            $this->jwks_uri = $raw['jwks_uri'];
        }
        if (isset($raw['scopes_supported'])) {
            $this->scopes_supported = $raw['scopes_supported'];
        }
        if (isset($raw['response_types_supported'])) {
            $this->response_types_supported = $raw['response_types_supported'];
        }
        if (isset($raw['grant_types_supported'])) {
            $this->grant_types_supported = $raw['grant_types_supported'];
        }
        if (isset($raw['token_endpoint_auth_methods_supported'])) {
            $this->token_endpoint_auth_methods_supported = $raw['token_endpoint_auth_methods_supported'];
        }
        if (isset($raw['revocation_endpoint_auth_methods_supported'])) {
            $this->revocation_endpoint_auth_methods_supported = $raw['revocation_endpoint_auth_methods_supported'];
        }
        if (isset($raw['introspection_endpoint_auth_methods_supported'])) {
            $this->introspection_endpoint_auth_methods_supported = $raw['introspection_endpoint_auth_methods_supported'];
        }
        if (isset($raw['service_documentation'])) {
            $this->service_documentation = $raw['service_documentation'];
        }
    }
}
