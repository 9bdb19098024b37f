<?php

declare(strict_types=1);

namespace MedinaCare;

/** Settings of one call. */
final readonly class Options
{
    /**
     * @param string|null $idempotencyKey makes a repeat of the call safe. By default one is made for each call, and kept over its
     *     attempts.
     * @param string|null $ifMatch the `etag` of the record as it was read: if it has changed meanwhile, an update or a deletion fails
     *     with `PreconditionFailed`
     * @param float|null $timeoutSec of each attempt
     * @param array<string, string> $headers further ones
     */
    public function __construct(
        public ?string $idempotencyKey = null,
        public ?string $ifMatch = null,
        public ?float $timeoutSec = null,
        public array $headers = [],
    ) {
    }
}
