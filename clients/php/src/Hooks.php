<?php

declare(strict_types=1);

namespace MedinaCare;

/** For logs and traces. An exception that a hook throws fails the call. */
final readonly class Hooks
{
    /**
     * @param (\Closure(Attempt): void)|null $onRequest
     * @param (\Closure(Attempt, int, float, string|null): void)|null $onAnswer called with the status, the seconds that it took, and
     *     the id of the request
     * @param (\Closure(Attempt, float, int|null): void)|null $onRetry called before the wait for the next attempt: with its seconds,
     *     and the status if there was an answer
     */
    public function __construct(
        public ?\Closure $onRequest = null,
        public ?\Closure $onAnswer = null,
        public ?\Closure $onRetry = null,
    ) {
    }
}
