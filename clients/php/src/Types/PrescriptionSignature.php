<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class PrescriptionSignature extends Record
{
    /** `sha256:` and the lowercase hex digest of the canonical form. */
    public string $digest;
    public string $algorithm;
    public string $kid;
    /** Compact JWS with detached content (RFC 7515, appendix F): header, two dots, signature. */
    public string $value;
    /** The prescription as RFC 8785 JSON: the content that was signed, in UTF-8. */
    public string $canonical;
    public PrescriberKey $publicKey;
    /** The same key for openssl. */
    public string $publicKeyPem;
    public \DateTimeImmutable $signedAt;
    /** Whether the stored prescription equals the signed content. */
    public bool $valid;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['digest'])) {
            $this->digest = $raw['digest'];
        }
        if (isset($raw['algorithm'])) {
            $this->algorithm = $raw['algorithm'];
        }
        if (isset($raw['kid'])) {
            $this->kid = $raw['kid'];
        }
        if (isset($raw['value'])) {
            $this->value = $raw['value'];
        }
        if (isset($raw['canonical'])) {
            $this->canonical = $raw['canonical'];
        }
        if (isset($raw['publicKey'])) {
            $this->publicKey = new PrescriberKey($raw['publicKey']);
        }
        if (isset($raw['publicKeyPem'])) {
            $this->publicKeyPem = $raw['publicKeyPem'];
        }
        if (isset($raw['signedAt'])) {
            $this->signedAt = new \DateTimeImmutable($raw['signedAt']);
        }
        if (isset($raw['valid'])) {
            $this->valid = $raw['valid'];
        }
    }
}
