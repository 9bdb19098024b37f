"""Reads calls as lines of JSON, makes them, and prints each result as a line. With the argument "async", asynchronously."""

from __future__ import annotations

import asyncio
import json
import keyword
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from typing import Any

from medina_care import (
    ApiError,
    AsyncMedina,
    AsyncPages,
    File,
    Hooks,
    Invalid,
    Medina,
    MedinaError,
    Meta,
    Pages,
    Record,
    webhooks,
)

waits: list[float] = []
paths: list[str] = []
hooks = Hooks(
    on_request=lambda attempt: paths.append(attempt.path),
    on_retry=lambda _attempt, wait, _status: waits.append(wait * 1000),
)


def snake(name: str) -> str:
    name = re.sub(r"([A-Z])([A-Z][a-z])", r"\1_\2", re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name)).lower()
    return f"{name}_" if keyword.iskeyword(name) else name


def arguments(asked: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """The positional and keyword arguments of a call. Objects become keywords."""
    positional = [value for value in asked["args"] if not isinstance(value, dict)]
    named = {snake(name): value for one in asked["args"] if isinstance(one, dict) for name, value in one.items()}
    options = asked["options"]
    if "idempotencyKey" in options:
        named["idempotency_key"] = options["idempotencyKey"]
    if "ifMatch" in options:
        named["if_match"] = options["ifMatch"]
    if "timeoutMs" in options:
        named["timeout"] = options["timeoutMs"] / 1000
    return positional, named


def method_of(medina: Any, call: str) -> Any:
    for name in call.split("."):
        medina = getattr(medina, snake(name))
    return medina


def shown(error: Exception) -> dict[str, Any]:
    if not isinstance(error, MedinaError):
        return {"name": "cancelled" if isinstance(error, asyncio.TimeoutError) else repr(error)}
    found: dict[str, Any] = {"name": type(error).__name__, "message": str(error)}
    if isinstance(error, ApiError):
        found |= {"status": error.status, "code": error.code, "attempts": error.attempts, "retryAfter": error.retry_after}
    if isinstance(error, Invalid):
        found["faults"] = [".".join(map(str, fault.path)) for fault in error.faults]
    return found


def plain(value: Any) -> Any:
    if isinstance(value, Record):
        assert not value.extra, f"{type(value).__name__} has fields that the library does not know: {list(value.extra)}"
        return {name: plain(getattr(value, attribute)) for name, (attribute, _) in value._fields.items()}
    if isinstance(value, File):
        return {"bytes": len(value)}
    return [plain(item) for item in value] if isinstance(value, list) else value


# Their responses are WebAuthn objects for browsers, without a class.
OPEN = {"me.secondFactors.beginPasskey"}


def answer(call: str, result: Any) -> dict[str, Any]:
    """Converts a result to the names of the API, to compare it with the response."""
    assert call in OPEN or not isinstance(result, dict), "an object without a class"
    outcome: dict[str, Any] = {"result": None if isinstance(result, Meta) else plain(result)}
    meta = result if isinstance(result, Meta) else getattr(result, "meta", None)
    if meta:
        outcome["meta"] = {
            "requestId": meta.request_id,
            "etag": meta.etag,
            "replayed": meta.replayed,
            "rateLimit": meta.rate_limit and meta.rate_limit._asdict(),
        }
    return {**outcome, "waits": waits, "paths": paths}


def walked(result: Any) -> Any:
    return list(result) if isinstance(result, Pages) else result


def written(value: Any) -> str:
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return str(value)


def settings(asked: dict[str, Any]) -> dict[str, Any]:
    given = asked["settings"]
    return {"url": given["url"], "client_id": given["clientId"], "client_secret": given["clientSecret"], "hooks": hooks}


def verify(delivery: dict[str, Any]) -> dict[str, Any]:
    try:
        event = webhooks.verify(
            delivery["body"], delivery["headers"], delivery["secrets"], now=delivery["now"] / 1000
        )
    except MedinaError as error:
        return {"error": shown(error)}
    return {"result": {"event": event.event, "id": event.id}}


def run(asked: dict[str, Any], kept: dict[str, Medina]) -> dict[str, Any]:
    fresh = asked["settings"].get("fresh")
    medina = Medina(**settings(asked)) if fresh else kept.setdefault("medina", Medina(**settings(asked)))
    positional, named = arguments(asked)
    method = method_of(medina, asked["call"])
    try:
        with ThreadPoolExecutor(asked["parallel"]) as pool:
            calls = [pool.submit(lambda: walked(method(*positional, **named))) for _ in range(asked["parallel"])]
            return answer(asked["call"], [call.result() for call in calls][0])
    except Exception as error:
        return {"error": shown(error), "waits": waits, "paths": paths}


class WrittenPath:
    """In place of pathlib.Path in samples: keeps the size of a file."""

    printed: list[Any]

    def __init__(self, _path: str) -> None:
        pass

    def write_bytes(self, content: bytes) -> None:
        self.printed.append({"bytes": len(content)})


def run_sample(asked: dict[str, Any], kept: dict[str, Medina]) -> dict[str, Any]:
    medina = kept.setdefault("medina", Medina(**settings(asked)))
    printed: list[Any] = []
    WrittenPath.printed = printed
    names = {"medina": medina, "datetime": datetime, "Path": WrittenPath, "print": lambda value: printed.append(plain(value))}
    try:
        exec(asked["sample"], names)
    except Exception as error:
        return {"error": {**shown(error), "name": repr(error)}}
    return {"printed": printed}


async def run_async(asked: dict[str, Any], kept: dict[str, AsyncMedina]) -> dict[str, Any]:
    fresh = asked["settings"].get("fresh")
    medina = AsyncMedina(**settings(asked)) if fresh else kept.setdefault("medina", AsyncMedina(**settings(asked)))
    positional, named = arguments(asked)
    method = method_of(medina, asked["call"])
    limit = asked["options"].get("cancelAfterMs")

    async def once() -> Any:
        made = method(*positional, **named)
        return [item async for item in made] if isinstance(made, AsyncPages) else await made

    try:
        calls = asyncio.gather(*(once() for _ in range(asked["parallel"])))
        return answer(asked["call"], (await asyncio.wait_for(calls, limit and limit / 1000))[0])
    except Exception as error:
        return {"error": shown(error), "waits": waits, "paths": paths}


async def main() -> None:
    kept: dict[str, Any] = {}
    while line := await asyncio.to_thread(sys.stdin.readline):
        asked = json.loads(line)
        waits.clear()
        paths.clear()
        if "verify" in asked:
            outcome = verify(asked["verify"])
        elif "sample" in asked:
            outcome = await asyncio.to_thread(run_sample, asked, kept)
        elif sys.argv[1:] == ["async"]:
            outcome = await run_async(asked, kept)
        else:
            outcome = await asyncio.to_thread(run, asked, kept)
        print(json.dumps(outcome, default=written), flush=True)


asyncio.run(main())
