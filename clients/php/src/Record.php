<?php

declare(strict_types=1);

namespace MedinaCare;

/**
 * A record of the API. A field that an older server does not send stays uninitialised. Check it with `isset($record->name)`.
 */
readonly class Record
{
    /**
     * @internal
     *
     * @param array<string, mixed> $raw the received record, with fields that are newer than the library
     * @param Meta|null $meta the metadata of the response; null for a record within another
     */
    public function __construct(public array $raw, public ?Meta $meta = null)
    {
    }

    /** Parses a time of a response. */
    final protected static function time(?string $value): ?\DateTimeImmutable
    {
        return $value === null ? null : new \DateTimeImmutable($value);
    }
}
