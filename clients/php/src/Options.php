<?php

declare(strict_types=1);

namespace MedinaCare;

/** Options of a call. */
final readonly class Options
{
    /**
     * @param string|null $idempotencyKey makes it safe to repeat the call. By default each call gets a new key, which all of its
     *     attempts use.
     * @param string|null $ifMatch the `etag` of the read record. If the record has changed meanwhile, an update or a deletion fails
     *     with `PreconditionFailed`
     * @param float|null $timeoutSec the timeout of each attempt
     * @param array<string, string> $headers additional headers
     */
    public function __construct(
        public ?string $idempotencyKey = null,
        public ?string $ifMatch = null,
        public ?float $timeoutSec = null,
        public array $headers = [],
    ) {
    }
}
