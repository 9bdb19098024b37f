<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** What every error of this library extends. */
class MedinaError extends \RuntimeException
{
}
