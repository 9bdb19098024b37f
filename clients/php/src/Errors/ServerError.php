<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 5xx. The library retried up to four times. */
final class ServerError extends ApiError
{
}
