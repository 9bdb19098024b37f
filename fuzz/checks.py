"""Checks that Schemathesis runs on every response, beyond openapi.json."""

import atexit
import json
import os
from collections import Counter

import schemathesis

STATUS_OF = {
    "BAD_REQUEST": 400,
    "UNAUTHORIZED": 401,
    "token_expired": 401,
    "FORBIDDEN": 403,
    "NOT_FOUND": 404,
    "METHOD_NOT_ALLOWED": 405,
    "CONFLICT": 409,
    "GONE": 410,
    "PAYLOAD_TOO_LARGE": 413,
    "UNSUPPORTED_MEDIA_TYPE": 415,
    "UNPROCESSABLE": 422,
    "TOO_MANY_REQUESTS": 429,
    "SERVICE_UNAVAILABLE": 503,
}
ALWAYS = ["x-request-id", "x-api-version", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]

answers = Counter()


@atexit.register
def write_counts():
    if "FUZZ_COUNTS" in os.environ:
        with open(os.environ["FUZZ_COUNTS"], "w", encoding="utf-8") as file:
            json.dump(answers, file)


@schemathesis.check
def envelope(ctx, response, case):
    """Every error has the format of its route, with the code for its status."""
    status = response.status_code
    answers[str(status)] += 1
    headers = {name.lower() for name in response.headers}
    missing = [name for name in ALWAYS if name not in headers]
    assert not missing, f"{status} without {', '.join(missing)}"
    if status < 400 or case.method == "HEAD":
        return
    error = response.json()["error"]
    if isinstance(error, str):
        # Health probes, scheduled jobs, internal hooks, sign-in, and OAuth by form.
        assert error and " " not in error, f"{error} is not a single word"
        return
    assert STATUS_OF.get(error["code"]) == status, f"{status} with the code {error['code']}"
    assert error["message"] and set(error) <= {"code", "message", "details"}
    if status == 422:
        assert error["details"] and all({"path", "message"} == set(fault) for fault in error["details"])
