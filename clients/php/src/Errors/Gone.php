<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 410. The resource is no longer available. */
final class Gone extends ApiError
{
}
