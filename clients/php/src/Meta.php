<?php

declare(strict_types=1);

namespace MedinaCare;

/** The metadata of a response: status, request id, version of the record, rate limits. */
final readonly class Meta
{
    /**
     * @param string|null $requestId the id of the request, to quote in support requests
     * @param string|null $etag the version of the record, for `ifMatch` of an update
     * @param bool $replayed whether this is the stored response to an earlier call with the same idempotency key
     * @param array<string, string> $headers by their names in lower case
     */
    public function __construct(
        public int $status,
        public ?string $requestId,
        public ?string $etag,
        public bool $replayed,
        public ?RateLimit $rateLimit,
        public array $headers,
    ) {
    }

    /** @internal */
    public static function of(Response $response): self
    {
        $headers = $response->headers;
        $limit = $headers['x-ratelimit-limit'] ?? null;
        return new self(
            $response->status,
            $headers['x-request-id'] ?? null,
            $headers['etag'] ?? null,
            ($headers['idempotency-replayed'] ?? '') === 'true',
            $limit === null ? null : new RateLimit(
                (int) $limit,
                (int) ($headers['x-ratelimit-remaining'] ?? 0),
                (int) ($headers['x-ratelimit-reset'] ?? 0),
            ),
            $headers,
        );
    }
}
