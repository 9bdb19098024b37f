<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 412. The record has changed since it was read: read it again, and decide anew. */
final class PreconditionFailed extends ApiError
{
}
