<?php

declare(strict_types=1);

namespace MedinaCare;

/**
 * One page of a list.
 *
 * @template T
 */
final readonly class Page
{
    /**
     * @param list<T> $items
     * @param int|null $total exact up to 10,000, then an estimate; null for lists with a cursor alone
     * @param array<string, mixed>|null $next the query that continues after this page; null at the end
     */
    public function __construct(public array $items, public ?int $total, public ?array $next, public Meta $meta)
    {
    }
}
