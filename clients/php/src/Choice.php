<?php

declare(strict_types=1);

namespace MedinaCare;

/** A record that is one of several, told apart by one of its fields. */
interface Choice
{
    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public static function of(array $raw, ?Meta $meta = null): Record;
}
