<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** A webhook is not genuine, or too old. */
final class SignatureError extends MedinaError
{
}
