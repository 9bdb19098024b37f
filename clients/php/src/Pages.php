<?php

declare(strict_types=1);

namespace MedinaCare;

/**
 * A list. `foreach` iterates over all of it, page by page. Rows that are added meanwhile cause no duplicates and no gaps. With
 * `after` and `wait` it does not end, but waits for more.
 *
 * @template T
 * @implements \IteratorAggregate<int, T>
 */
final readonly class Pages implements \IteratorAggregate
{
    /** @internal */
    public function __construct(private Http $http, private Request $request)
    {
    }

    /** @return \Generator<int, T> */
    public function getIterator(): \Generator
    {
        $at = 0;
        foreach ($this->pages() as $page) {
            foreach ($page->items as $item) {
                yield $at++ => $item;
            }
        }
    }

    /**
     * Iterates page by page.
     *
     * @return \Generator<int, Page<T>>
     */
    public function pages(): \Generator
    {
        for ($query = $this->request->query; $query !== null; $query = $page->next) {
            $page = $this->fetch($query);
            yield $page;
        }
    }

    /**
     * Only the first page.
     *
     * @return Page<T>
     */
    public function first(): Page
    {
        return $this->fetch($this->request->query);
    }

    /**
     * @param array<string, mixed> $query
     * @return Page<T>
     */
    private function fetch(array $query): Page
    {
        [$answer, $meta] = $this->http->json($this->request->withQuery($query));
        $items = Http::read($answer[$this->request->take], $this->request->kind);
        $pagination = $answer['pagination'] ?? null;
        $cursor = ($pagination ?? $answer)['nextCursor'] ?? null;
        // A list in ascending order always has a cursor. An empty page is its end, unless the caller waits for more.
        $forwards = isset($query['after']);
        $isEnd = !is_string($cursor) || ($forwards && $items === [] && ($query['wait'] ?? 0) == 0);
        unset($query['page']);
        $next = $isEnd ? null : [...$query, $forwards ? 'after' : 'cursor' => $cursor];
        return new Page($items, $pagination['total'] ?? null, $next, $meta);
    }
}
