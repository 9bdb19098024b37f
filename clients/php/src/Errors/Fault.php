<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** An invalid field of a request, such as `items.0.name`, with a message. */
final readonly class Fault
{
    public function __construct(public string $path, public string $message)
    {
    }
}
