<?php

declare(strict_types=1);

namespace MedinaCare;

/**
 * A record of the API. A field that an older server does not send stays uninitialised: `isset($record->name)` tells.
 */
readonly class Record
{
    /**
     * @internal
     *
     * @param array<string, mixed> $raw the record as it came, with fields that are newer than the library
     * @param Meta|null $meta of the answer that this record is; null within another
     */
    public function __construct(public array $raw, public ?Meta $meta = null)
    {
    }

    /** A time of an answer. */
    final protected static function time(?string $value): ?\DateTimeImmutable
    {
        return $value === null ? null : new \DateTimeImmutable($value);
    }
}
