"""Lists, page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import httpx

from .records import UNSET, Kind, Meta, read

T = TypeVar("T")
Query = Mapping[str, Any]


class Page(Generic[T]):
    """A page of a list."""

    def __init__(self, items: list[T], total: int | None, next: Query | None, meta: Meta) -> None:
        self.items = items
        self.total = total
        """Exact up to 10,000, then an estimate. None for lists that only have a cursor."""
        self.next = next
        """The query for the next page. None at the end."""
        self.meta = meta


class Pages(Generic[T]):
    """A list: iterate over all of it. Rows that are added meanwhile cause no duplicates and no gaps.

    With ``after`` and ``wait`` it does not end, but waits for more.
    """

    def __init__(self, fetch: Callable[[Query], Page[T]], query: Query) -> None:
        self._fetch = fetch
        self._query = query

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.items

    def pages(self) -> Iterator[Page[T]]:
        """Iterates page by page."""
        query: Query | None = self._query
        while query is not None:
            page = self._fetch(query)
            yield page
            query = page.next

    def first(self) -> Page[T]:
        """Only the first page."""
        return self._fetch(self._query)


class AsyncPages(Generic[T]):
    """A list: iterate over all of it with ``async for``."""

    def __init__(self, fetch: Callable[[Query], Awaitable[Page[T]]], query: Query) -> None:
        self._fetch = fetch
        self._query = query

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in page.items:
                yield item

    async def pages(self) -> AsyncIterator[Page[T]]:
        """Iterates page by page."""
        query: Query | None = self._query
        while query is not None:
            page = await self._fetch(query)
            yield page
            query = page.next

    async def first(self) -> Page[T]:
        """Only the first page."""
        return await self._fetch(self._query)


def page_of(response: httpx.Response, field: str, kind: Kind, query: Query) -> Page[Any]:
    from ._exchange import json_of, meta_of

    answer = json_of(response)
    items = read(answer[field], [kind])
    pagination = answer.get("pagination")
    cursor = pagination.get("nextCursor") if pagination else answer.get("nextCursor")
    following = {name: value for name, value in query.items() if name != "page"}
    # A list in ascending order always has a cursor. An empty page is its end, unless the caller waits for more.
    forwards = query.get("after", UNSET) is not UNSET
    waits = query.get("wait", UNSET) not in (UNSET, 0)
    is_end = not isinstance(cursor, str) or (forwards and not items and not waits)
    return Page(
        items,
        pagination.get("total") if pagination else None,
        None if is_end else {**following, "after" if forwards else "cursor": cursor},
        meta_of(response),
    )
