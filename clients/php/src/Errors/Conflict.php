<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 409. The state of a record does not allow the call. `details` names the record. */
final class Conflict extends ApiError
{
}
