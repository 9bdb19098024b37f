"""Records as Python sees them: attributes in snake_case, times as ``datetime``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timezone
from enum import Enum
from typing import Any, ClassVar, NamedTuple, TypeVar


class Unset(Enum):
    """An argument that was not given: the field stays as it is. ``None`` clears it."""

    UNSET = "UNSET"


UNSET = Unset.UNSET


class RateLimit(NamedTuple):
    limit: int
    """Requests allowed in a minute."""
    remaining: int
    reset: int
    """Seconds until all are available again."""


class Meta(NamedTuple):
    """The metadata of a response: status, request id, version of the record, rate limits."""

    status: int
    request_id: str | None
    """The id of the request. Quote it in support requests."""
    etag: str | None
    """The version of the record, for ``if_match`` of an update."""
    replayed: bool
    """Whether this is the stored response to an earlier call with the same idempotency key."""
    rate_limit: RateLimit | None
    headers: Mapping[str, str]


Kind = str | list[Any] | None
"""The type of a value: "time", the name of a record, or a list of one of these. None for a plain value."""


class Record:
    """A record of the API. Fields that are newer than the library are in ``extra``."""

    _fields: ClassVar[dict[str, tuple[str, Kind]]] = {}
    _known: ClassVar[dict[str, type[Record]]] = {}
    _choices: ClassVar[dict[str, tuple[str, dict[str, str]]]] = {}

    extra: dict[str, Any]
    meta: Meta | None
    """The metadata of the response. None for a record within another."""

    def __init_subclass__(cls) -> None:
        Record._known[cls.__name__] = cls

    def __init__(self, data: Mapping[str, Any], meta: Meta | None = None) -> None:
        attributes = self.__dict__
        fields = self._fields
        attributes["meta"] = meta
        attributes["extra"] = {name: value for name, value in data.items() if name not in fields}
        for name, (attribute, kind) in fields.items():
            attributes[attribute] = read(data.get(name), kind)

    def to_dict(self) -> dict[str, Any]:
        """The attributes as a dictionary of plain values."""
        return {attribute: _plain(self.__dict__[attribute]) for attribute, _ in self._fields.values()}

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        return iter(self.to_dict().items())

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Omits personal data, because it may appear in logs."""
        return f"<{type(self).__name__} {self.__dict__.get('id', '')}>"


class File(bytes):
    """The content of a file, with the metadata of its response."""

    meta: Meta


T = TypeVar("T")


class Items(list[T]):
    """A whole list, with the metadata of its response."""

    meta: Meta


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    return [_plain(item) for item in value] if isinstance(value, list) else value


def read(value: Any, kind: Kind) -> Any:
    """Converts a value of a response. An unexpected value is returned unchanged."""
    if value is None or kind is None:
        return value
    if isinstance(kind, list):
        return [read(item, kind[0]) for item in value] if isinstance(value, list) else value
    if kind == "time":
        return parse_time(value)
    if not isinstance(value, dict):
        return value
    return record_class(kind, value)(value)


def record_class(name: str, value: Mapping[str, Any]) -> type[Record]:
    if not Record._known:
        from ._generated import types  # noqa: F401  registers the records when the first is needed
    choice = Record._choices.get(name)
    if choice:
        field, classes = choice
        name = classes.get(value.get(field, ""), "")
    return Record._known.get(name, Record)


def parse_time(value: Any) -> Any:
    try:
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    except (AttributeError, ValueError):
        return value


def written(value: Any, names: Mapping[str, Any] | None = None) -> Any:
    """A value of a request. ``names`` has the names of an object's fields, and what they contain."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("A time needs a time zone: datetime(..., tzinfo=timezone.utc).")
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, Mapping):
        fields = names or {}
        return {
            fields.get(name, (name, None))[0]: written(inner, fields.get(name, (name, None))[1])
            for name, inner in value.items()
            if inner is not UNSET
        }
    if isinstance(value, (list, tuple, set)):
        return [written(item, names) for item in value]
    return value
