<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ClientWithSecret extends Record
{
    public string $id;
    public string $name;
    public ClientUser $actsAs;
    /** @var list<string> */
    public array $scopes;
    /** @var 'ENABLED'|'DISABLED'|string */
    public string $status;
    public \DateTimeImmutable $createdAt;
    /** When the user allowed the client to act as them. While it is null, the client is refused every operation. A client that its user created can act at once; otherwise the user allows it in their own session, with `POST /api/users/me/clients/{id}/acting`. Tokens of secrets that are created later need a new permission. */
    public ?\DateTimeImmutable $actingAllowedAt;
    /** When the user, a doctor or dentist, allowed the client to sign and issue in their name; null if it may not. The user allows it in their own session, with `POST /api/users/me/clients/{id}/signing`. */
    public ?\DateTimeImmutable $signingAllowedAt;
    /** When the user permanently ended the client. */
    public ?\DateTimeImmutable $endedAt;
    /**
     * The valid secrets: the current one, and during a rotation also the previous one with its expiry.
     *
     * @var list<ClientSecret>
     */
    public array $secrets;
    /** Returned only in this response. Null in a replay, because secrets are shown once. */
    public ?string $secret;

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
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        if (isset($raw['actsAs'])) {
            $this->actsAs = new ClientUser($raw['actsAs']);
        }
        if (isset($raw['scopes'])) {
            $this->scopes = $raw['scopes'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        $this->actingAllowedAt = isset($raw['actingAllowedAt']) ? new \DateTimeImmutable($raw['actingAllowedAt']) : null;
        $this->signingAllowedAt = isset($raw['signingAllowedAt']) ? new \DateTimeImmutable($raw['signingAllowedAt']) : null;
        $this->endedAt = isset($raw['endedAt']) ? new \DateTimeImmutable($raw['endedAt']) : null;
        if (isset($raw['secrets'])) {
            $this->secrets = array_map(static fn ($one) => new ClientSecret($one), $raw['secrets']);
        }
        $this->secret = $raw['secret'] ?? null;
    }
}
