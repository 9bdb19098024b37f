<?php

declare(strict_types=1);

namespace MedinaCare;

/** What hooks see: no ids, no values, no personal data. */
final readonly class Attempt
{
    /**
     * @param string $path the template: `/api/appointments/{id}`
     * @param int $number from 1
     */
    public function __construct(public string $method, public string $path, public int $number)
    {
    }
}
