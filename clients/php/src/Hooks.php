<?php

declare(strict_types=1);

namespace MedinaCare;

/** Callbacks for logs and traces. An exception in a hook fails the call. */
final readonly class Hooks
{
    /**
     * @param (\Closure(Attempt): void)|null $onRequest
     * @param (\Closure(Attempt, int, float, string|null): void)|null $onAnswer called with the status, the duration in seconds, and
     *     the id of the request
     * @param (\Closure(Attempt, float, int|null): void)|null $onRetry called before the wait for the next attempt, with its seconds
     *     and the status of the response, if any
     */
    public function __construct(
        public ?\Closure $onRequest = null,
        public ?\Closure $onAnswer = null,
        public ?\Closure $onRetry = null,
    ) {
    }
}
