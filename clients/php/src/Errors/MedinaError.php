<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** The base class of all errors of this library. */
class MedinaError extends \RuntimeException
{
}
