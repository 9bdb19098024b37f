<?php

declare(strict_types=1);

namespace MedinaCare;

/**
 * A page of a list.
 *
 * @template T
 */
final readonly class Page
{
    /**
     * @param list<T> $items
     * @param int|null $total exact up to 10,000, then an estimate; null for lists that only have a cursor
     * @param array<string, mixed>|null $next the query for the next page; null at the end
     */
    public function __construct(public array $items, public ?int $total, public ?array $next, public Meta $meta)
    {
    }
}
