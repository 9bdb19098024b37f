"""Prints the milliseconds of a call through the library and of the same call with httpx, alternating."""

from __future__ import annotations

import asyncio
import os
import sys
import time

import httpx

from medina_care import AsyncMedina, Medina

URL = os.environ["MEDINA_URL"]
CLIENT = ("sandbox-admin", "sandbox-admin-secret")
PATH = f"{URL}/api/patients/usr_sandbox_patient"


def headers() -> dict[str, str]:
    body = {"grant_type": "client_credentials", "client_id": CLIENT[0], "client_secret": CLIENT[1]}
    token = httpx.post(f"{URL}/api/auth/token", json=body).json()["access_token"]
    return {"authorization": f"Bearer {token}"}


def show(round: int, own: float, bare: float) -> None:
    if round >= 50:
        print(own * 1000, bare * 1000)


def blocking() -> None:
    medina, client = Medina(URL, *CLIENT), httpx.Client(headers=headers())

    def own() -> float:
        began = time.perf_counter()
        medina.patients.get("usr_sandbox_patient")
        return time.perf_counter() - began

    def bare() -> float:
        began = time.perf_counter()
        client.get(PATH).raise_for_status().json()
        return time.perf_counter() - began

    for round in range(450):
        if round % 2:
            show(round, own(), bare())
        else:
            other = bare()
            show(round, own(), other)


async def asynchronous() -> None:
    medina, client = AsyncMedina(URL, *CLIENT), httpx.AsyncClient(headers=headers())

    async def own() -> float:
        began = time.perf_counter()
        await medina.patients.get("usr_sandbox_patient")
        return time.perf_counter() - began

    async def bare() -> float:
        began = time.perf_counter()
        (await client.get(PATH)).raise_for_status().json()
        return time.perf_counter() - began

    for round in range(450):
        if round % 2:
            show(round, await own(), await bare())
        else:
            other = await bare()
            show(round, await own(), other)


if sys.argv[1:] == ["async"]:
    asyncio.run(asynchronous())
else:
    blocking()
