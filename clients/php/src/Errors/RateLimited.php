<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 429. The rate limit is exceeded for longer than the library waits. `retryAfter` has the seconds. */
final class RateLimited extends ApiError
{
}
