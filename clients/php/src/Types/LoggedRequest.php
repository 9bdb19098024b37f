<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class LoggedRequest extends Record
{
    public string $id;
    public \DateTimeImmutable $at;
    public string $clientId;
    public string $method;
    /** The path of the operation, without ids. */
    public string $path;
    public ?string $operation;
    public int $status;
    /** The code of the error. */
    public ?string $code;
    /**
     * The invalid fields, without values. `?` replaces a name that is not a field of the API.
     *
     * @var list<string>
     */
    public array $faultPaths;
    /** The time until the answer was sent. */
    public int $durationMs;
    /** The `X-Request-Id` of the answer. */
    public string $requestId;

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
        if (isset($raw['at'])) {
            $this->at = new \DateTimeImmutable($raw['at']);
        }
        if (isset($raw['clientId'])) {
            $this->clientId = $raw['clientId'];
        }
        if (isset($raw['method'])) {
            $this->method = $raw['method'];
        }
        if (isset($raw['path'])) {
            $this->path = $raw['path'];
        }
        $this->operation = $raw['operation'] ?? null;
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        $this->code = $raw['code'] ?? null;
        if (isset($raw['faultPaths'])) {
            $this->faultPaths = $raw['faultPaths'];
        }
        if (isset($raw['durationMs'])) {
            $this->durationMs = $raw['durationMs'];
        }
        if (isset($raw['requestId'])) {
            $this->requestId = $raw['requestId'];
        }
    }
}
