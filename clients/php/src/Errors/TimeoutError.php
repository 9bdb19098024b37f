<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** No response arrived within the timeout of an attempt. The library retried up to four times. */
final class TimeoutError extends ConnectionError
{
}
