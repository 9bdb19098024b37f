<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** The signature of a webhook is invalid or too old. */
final class SignatureError extends MedinaError
{
}
