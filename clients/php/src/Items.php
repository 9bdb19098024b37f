<?php

declare(strict_types=1);

namespace MedinaCare;

/**
 * A whole list, with the metadata of its response.
 *
 * @template T
 * @extends \ArrayObject<int, T>
 */
final class Items extends \ArrayObject
{
    /** @param list<T> $items */
    public function __construct(array $items, public readonly Meta $meta)
    {
        parent::__construct($items);
    }
}
