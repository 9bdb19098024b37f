<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 401. The secret is wrong, or the client is disabled. */
final class Unauthorized extends ApiError
{
}
