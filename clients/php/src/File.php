<?php

declare(strict_types=1);

namespace MedinaCare;

/** A file, with the metadata of its response. */
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
