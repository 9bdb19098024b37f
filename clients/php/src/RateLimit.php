<?php

declare(strict_types=1);

namespace MedinaCare;

final readonly class RateLimit
{
    /**
     * @param int $limit requests allowed in a minute
     * @param int $resetSec seconds until all are available again
     */
    public function __construct(public int $limit, public int $remaining, public int $resetSec)
    {
    }
}
