<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 410. */
final class Gone extends ApiError
{
}
