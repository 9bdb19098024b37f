<?php

declare(strict_types=1);

namespace MedinaCare;

/** The arguments of hooks. They contain no ids, values or personal data. */
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
