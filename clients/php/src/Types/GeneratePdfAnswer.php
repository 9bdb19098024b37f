<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class GeneratePdfAnswer extends Record
{
    public bool $ok;
    /** URL of the PDF; needs no token. */
    public string $url;
    /** Expiry of the URL, after 15 minutes. */
    public \DateTimeImmutable $expiresAt;
    public string $documentId;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['ok'])) {
            $this->ok = $raw['ok'];
        }
        if (isset($raw['url'])) {
            $this->url = $raw['url'];
        }
        if (isset($raw['expiresAt'])) {
            $this->expiresAt = new \DateTimeImmutable($raw['expiresAt']);
        }
        if (isset($raw['documentId'])) {
            $this->documentId = $raw['documentId'];
        }
    }
}
