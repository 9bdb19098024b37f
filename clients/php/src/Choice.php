<?php

declare(strict_types=1);

namespace MedinaCare;

/** A record of several types; one of its fields tells which. */
interface Choice
{
    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public static function of(array $raw, ?Meta $meta = null): Record;
}
