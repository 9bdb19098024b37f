<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 5xx. Repeated up to four times before. */
final class ServerError extends ApiError
{
}
