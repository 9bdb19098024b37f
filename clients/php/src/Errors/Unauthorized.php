<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 401. The client's secret is wrong, or it is disabled. */
final class Unauthorized extends ApiError
{
}
