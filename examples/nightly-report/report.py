"""Visits, failed deliveries and unpaid invoices of the last days, as rows of tables."""

from __future__ import annotations

import argparse
import asyncio
import csv
import logging
import os
import sys
from collections import Counter
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from medina_care import AsyncMedina, Hooks, MedinaError

Rows = list[dict[str, Any]]
log = logging.getLogger("report")


async def visits(medina: AsyncMedina, since: datetime, until: datetime) -> Rows:
    """A row for each doctor, day and status, without patients."""
    counts: Counter[tuple[str, str, str]] = Counter()
    minutes: Counter[tuple[str, str, str]] = Counter()
    async for visit in medina.appointments.list(from_=since, to=until, page_size=100):
        key = (visit.start_time.date().isoformat(), visit.doctor_id, visit.status)
        counts[key] += 1
        minutes[key] += round((visit.end_time - visit.start_time).total_seconds() / 60)
    return [
        {"day": day, "doctor_id": doctor, "status": status, "visits": counts[key], "minutes": minutes[key]}
        for key in sorted(counts)
        for day, doctor, status in [key]
    ]


async def failures(medina: AsyncMedina, since: datetime, until: datetime) -> Rows:
    """The webhook deliveries that failed permanently."""
    columns = ("id", "webhook_id", "event", "last_status", "last_error", "finished_at")
    found = medina.webhooks.deliveries.list(state=["FAILED"], from_=since, to=until, page_size=100)
    return [{name: getattr(one, name) for name in columns} async for one in found]


async def unpaid(medina: AsyncMedina, since: datetime, until: datetime) -> Rows:
    """Invoices with an unpaid amount, in centimes."""
    found = medina.invoices.list(status=["OPEN", "PARTIALLY_PAID"], from_=since, to=until, page_size=100)
    columns = ("number", "status", "amount_mad", "due_mad", "created_at")
    return [{name: getattr(one, name) for name in columns} async for one in found]


def write(folder: Path, name: str, rows: Rows) -> None:
    with open(folder / f"{name}.csv", "w", newline="", encoding="utf-8") as file:
        if rows:
            table = csv.DictWriter(file, rows[0])
            table.writeheader()
            table.writerows(rows)


async def report(days: int, folder: Path) -> int:
    until = datetime.now(timezone.utc)
    since = until - timedelta(days=days)
    folder.mkdir(parents=True, exist_ok=True)
    hooks = Hooks(on_retry=lambda attempt, wait, status: log.warning("%s again in %.1f s (%s)", attempt.path, wait, status))
    async with AsyncMedina(
        os.environ.get("MEDINA_URL", "http://localhost:3000"),
        os.environ.get("MEDINA_CLIENT_ID", "sandbox-admin"),
        os.environ.get("MEDINA_CLIENT_SECRET", "sandbox-admin-secret"),
        hooks=hooks,
        user_agent="nightly-report/1.0",
    ) as medina:
        tables = {"visits": visits, "failed-deliveries": failures, "unpaid-invoices": unpaid}
        found = await asyncio.gather(*(read(medina, since, until) for read in tables.values()))
    for name, rows in zip(tables, found, strict=True):
        write(folder, name, rows)
        print(f"{name}: {len(rows)} rows")
    due = sum(row["due_mad"] for row in found[2])
    print(f"{sum(row['visits'] for row in found[0])} visits, {due / 100:.2f} dirhams due, since {since:%Y-%m-%d}")
    return 1 if found[1] else 0


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--days", type=int, default=1)
    options.add_argument("--folder", type=Path, default=Path("report"))
    given = options.parse_args()
    logging.basicConfig(level=logging.WARNING)
    try:
        sys.exit(asyncio.run(report(given.days, given.folder)))
    except MedinaError as error:
        sys.exit(f"{type(error).__name__}: {error}")
