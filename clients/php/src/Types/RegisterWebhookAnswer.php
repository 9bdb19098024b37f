<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class RegisterWebhookAnswer extends Record
{
    public WebhookWithSecret $webhook;
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
        if (isset($raw['webhook'])) {
            $this->webhook = new WebhookWithSecret($raw['webhook']);
        }
        $this->notice = $raw['notice'] ?? null;
    }
}
