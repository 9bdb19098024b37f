<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 404. The record does not exist, or the client may not see it. */
final class NotFound extends ApiError
{
}
