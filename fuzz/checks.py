"""Additional checks that Schemathesis runs on every response, and requests with real ids and secrets."""

import atexit
import json
import os
from collections import Counter

import schemathesis
from schemathesis.specs.openapi.checks import unsupported_method

STATUS_OF = {
    "BAD_REQUEST": 400,
    "UNAUTHORIZED": 401,
    "token_expired": 401,
    "FORBIDDEN": 403,
    "NOT_FOUND": 404,
    "METHOD_NOT_ALLOWED": 405,
    "CONFLICT": 409,
    "GONE": 410,
    "PRECONDITION_FAILED": 412,
    "PAYLOAD_TOO_LARGE": 413,
    "UNSUPPORTED_MEDIA_TYPE": 415,
    "UNPROCESSABLE": 422,
    "TOO_MANY_REQUESTS": 429,
    "SERVICE_UNAVAILABLE": 503,
}
ALWAYS = ["x-request-id", "x-api-version", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]

# The longest wait that the contract allows.
MAX_WAIT_SEC = 25

answers = Counter()
succeeded = set()
calls = Counter()

with open(os.environ["FUZZ_REQUESTS"], encoding="utf-8") as file:
    KNOWN = json.load(file)


@atexit.register
def write_counts():
    with open(os.environ["FUZZ_COUNTS"], "w", encoding="utf-8") as file:
        json.dump({"statuses": answers, "succeeded": sorted(succeeded)}, file)


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """
    Of four requests, sends one as known to be valid and one to a known record, and two as generated, which wait for a
    second at most.
    """
    wait = (case.query or {}).get("wait")
    if isinstance(wait, int | str) and str(wait).isdecimal() and 1 < int(wait) <= MAX_WAIT_SEC:
        case.query["wait"] = 1
    label = f"{case.method.upper()} {case.operation.path}"
    known = KNOWN.get(label)
    if not known or case.method.upper() != case.operation.method.upper():
        return
    count = calls[label]
    calls[label] += 1
    if count % 4 > 1:
        return
    request = known[count // 4 % len(known)]
    case.path_parameters = dict(request["path"])
    if count % 4 == 1:
        return
    case.query = dict(request.get("query") or {})
    if "body" in request:
        case.body = request["body"]
    for name, value in (request.get("headers") or {}).items():
        case.headers.pop(name, None)
        if value is None:
            kwargs.get("headers", {}).pop(name, None)
        else:
            case.headers[name] = value


@schemathesis.check
def undeclared_method(ctx, response, case):
    """405, except for the pages of links, and PATCH, which does the same as PUT."""
    declared = case.operation.schema.raw_schema["paths"][case.operation.path]
    page = response.request.method in ("GET", "HEAD") and case.operation.path in ("/access/{token}", "/invitations/{token}")
    if page or (response.request.method == "PATCH" and "put" in declared):
        return None
    return unsupported_method(ctx, response, case)


@schemathesis.check
def envelope(ctx, response, case):
    """Every error has the format of its route, with the code for its status."""
    status = response.status_code
    answers[str(status)] += 1
    if 200 <= status < 300:
        succeeded.add(f"{case.method.upper()} {case.operation.path}")
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
        required, optional = {"path", "message"}, {"code", "limit"}
        assert error["details"] and all(required <= set(fault) <= required | optional for fault in error["details"])
