<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Webhook extends Record
{
    public string $id;
    /** The client that the webhook belongs to. */
    public string $clientId;
    public string $url;
    public ?string $redundantUrl;
    /**
     * The event kinds that are sent. Empty for all kinds.
     *
     * @var list<string>
     */
    public array $events;
    /** @var 'ENABLED'|'DISABLED_USER'|'DISABLED_AUTO'|'GONE'|string */
    public string $status;
    public ?string $description;
    public \DateTimeImmutable $createdAt;
    /** When the first request failed after the last success. */
    public ?\DateTimeImmutable $failingSince;
    /** When a request last succeeded, to the minute. */
    public ?\DateTimeImmutable $lastSuccessAt;
    /** The second secret, if there is one. At `until`, a NEXT secret takes over or a PREVIOUS secret expires. */
    public ?SecretRotation $rotation;

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
        if (isset($raw['clientId'])) {
            $this->clientId = $raw['clientId'];
        }
        if (isset($raw['url'])) {
            $this->url = $raw['url'];
        }
        $this->redundantUrl = $raw['redundantUrl'] ?? null;
        if (isset($raw['events'])) {
            $this->events = $raw['events'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        $this->description = $raw['description'] ?? null;
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        $this->failingSince = isset($raw['failingSince']) ? new \DateTimeImmutable($raw['failingSince']) : null;
        $this->lastSuccessAt = isset($raw['lastSuccessAt']) ? new \DateTimeImmutable($raw['lastSuccessAt']) : null;
        $this->rotation = isset($raw['rotation']) ? new SecretRotation($raw['rotation']) : null;
    }
}
