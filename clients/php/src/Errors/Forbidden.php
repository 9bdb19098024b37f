<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 403. A scope or a role is missing. */
final class Forbidden extends ApiError
{
}
