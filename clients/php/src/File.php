<?php

declare(strict_types=1);

namespace MedinaCare;

/** A file, and what its answer says besides. */
final readonly class File
{
    public function __construct(public string $content, public Meta $meta)
    {
    }

    public function __toString(): string
    {
        return $this->content;
    }
}
