<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class SendMessageAnswer extends Record
{
    public bool $ok;
    public string $messageId;
    /** Empty until the provider has accepted the message. */
    public string $providerMessageId;
    /** @var 'QUEUED'|'SENT'|'DELIVERED'|'READ'|'FAILED'|string */
    public string $status;

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
        if (isset($raw['messageId'])) {
            $this->messageId = $raw['messageId'];
        }
        if (isset($raw['providerMessageId'])) {
            $this->providerMessageId = $raw['providerMessageId'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
    }
}
