<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** No response arrived, because the connection failed. The library retried up to four times. */
class ConnectionError extends MedinaError
{
}
