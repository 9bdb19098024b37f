<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** A fault of a request: where, as `items.0.name`, and what is wrong there. */
final readonly class Fault
{
    public function __construct(public string $path, public string $message)
    {
    }
}
