<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class BeginTotpAnswer extends Record
{
    /** In base 32, for typing. Null in a replay: secrets are shown once. */
    public ?string $secret;
    /** For a QR code. Null in a replay: secrets are shown once. */
    public ?string $uri;
    /** The URI as an SVG image. Null in a replay: secrets are shown once. */
    public ?string $qrCode;
    /** Only in a replay under the same Idempotency-Key, which contains no secret. If the first answer was lost, create another one. */
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
