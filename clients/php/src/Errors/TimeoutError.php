<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** No answer arrived within the time of an attempt. Repeated up to four times before. */
final class TimeoutError extends ConnectionError
{
}
