<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class BeginTotpAnswer extends Record
{
    /** The secret in base 32, for manual entry. Null in a replay, because secrets are shown once. */
    public ?string $secret;
    /** The URI for a QR code. Null in a replay, because secrets are shown once. */
    public ?string $uri;
    /** The URI as an SVG image. Null in a replay, because secrets are shown once. */
    public ?string $qrCode;
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
        $this->secret = $raw['secret'] ?? null;
        $this->uri = $raw['uri'] ?? null;
        $this->qrCode = $raw['qrCode'] ?? null;
        $this->notice = $raw['notice'] ?? null;
    }
}
