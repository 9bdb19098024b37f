<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 429. A limit is spent, for longer than the library waits; `retryAfter` has the seconds. */
final class RateLimited extends ApiError
{
}
