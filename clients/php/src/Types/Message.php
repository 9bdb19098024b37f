<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Message extends Record
{
    public string $id;
    /** Null for recipients without an account, such as leads. */
    public ?string $recipientUserId;
    /**
     * Null until a channel has been chosen.
     *
     * @var 'WHATSAPP'|'SMS'|'EMAIL'|string
     */
    public ?string $channel;
    public string $templateCode;
    /** @var 'QUEUED'|'SENT'|'DELIVERED'|'READ'|'FAILED'|string */
    public string $status;
    /** Empty until the provider has accepted the message. */
    public string $providerMessageId;
    public \DateTimeImmutable $createdAt;
    /**
     * Ids of the related records.
     *
     * @var list<string>
     */
    public array $about;
    /**
     * The language of the text; null until it is rendered.
     *
     * @var 'fr'|'ar'|'en'|string
     */
    public ?string $language;
    /** The code of the last error. It is kept after a later success. */
    public ?string $lastError;
    public ?\DateTimeImmutable $sentAt;
    public ?\DateTimeImmutable $deliveredAt;
    public ?\DateTimeImmutable $readAt;
    public ?\DateTimeImmutable $failedAt;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['id'])) {
            $this->id = $raw['id'];
        }
        $this->recipientUserId = $raw['recipientUserId'] ?? null;
        $this->channel = $raw['channel'] ?? null;
        if (isset($raw['templateCode'])) {
            $this->templateCode = $raw['templateCode'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        if (isset($raw['providerMessageId'])) {
            $this->providerMessageId = $raw['providerMessageId'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        if (isset($raw['about'])) {
            $this->about = $raw['about'];
        }
        $this->language = $raw['language'] ?? null;
        $this->lastError = $raw['lastError'] ?? null;
        $this->sentAt = isset($raw['sentAt']) ? new \DateTimeImmutable($raw['sentAt']) : null;
        $this->deliveredAt = isset($raw['deliveredAt']) ? new \DateTimeImmutable($raw['deliveredAt']) : null;
        $this->readAt = isset($raw['readAt']) ? new \DateTimeImmutable($raw['readAt']) : null;
        $this->failedAt = isset($raw['failedAt']) ? new \DateTimeImmutable($raw['failedAt']) : null;
    }
}
