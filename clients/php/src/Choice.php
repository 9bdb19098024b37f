<?php

declare(strict_types=1);

namespace MedinaCare;

/** A record of one of several types. A field has the type. */
interface Choice
{
    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public static function of(array $raw, ?Meta $meta = null): Record;
}
