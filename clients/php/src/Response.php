<?php

declare(strict_types=1);

namespace MedinaCare;

/** A received response. */
final readonly class Response
{
    /** @param array<string, string> $headers by their names in lower case; several values are joined by ", " */
    public function __construct(public int $status, public array $headers, public string $body)
    {
    }
}
