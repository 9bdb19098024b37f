<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** No answer arrived: the connection could not be made, or broke. Repeated up to four times before. */
class ConnectionError extends MedinaError
{
}
