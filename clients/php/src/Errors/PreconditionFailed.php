<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 412. The record has changed since it was read. Read it again before you update it. */
final class PreconditionFailed extends ApiError
{
}
