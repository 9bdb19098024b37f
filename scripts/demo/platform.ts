import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export const base = (process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? 3000}`).replace(/\/$/, '')
export const doctorId = 'usr_sandbox_doctor'
export const patientId = 'usr_sandbox_patient'
export const pharmacyId = 'usr_sandbox_pharmacy'

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape, asserted by the callers
export type Json = Record<string, any>

let steps = 0
export function say(title: string, answer?: unknown): void {
  console.log(`\n${String(++steps).padStart(2)}. ${title}`)
  if (answer !== undefined) console.log(`    ${JSON.stringify(answer)}`)
}

export async function call(
  method: string,
  path: string,
  {
    token,
    body,
    headers = {},
    expect,
  }: { token?: string; body?: Json; headers?: Record<string, string>; expect: number },
): Promise<Json> {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = (await response.json()) as Json
  assert.equal(response.status, expect, `${method} ${path} returned ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

export async function obtainToken(client: string): Promise<string> {
  const body = { grant_type: 'client_credentials', client_id: client, client_secret: `${client}-secret` }
  const answer = await call('POST', '/api/auth/token', { body, expect: 200 })
  say(`Access token of ${client}`, {
    ...answer,
    access_token: `${answer.access_token.slice(0, 24)}…`,
    refresh_token: '…',
    scope: '…',
  })
  return answer.access_token
}

/** Calls an internal hook, as another application of the installation. */
export const callHook = (name: string, body: Json): Promise<Json> =>
  call('POST', `/api/internal/${name}`, {
    body,
    headers: { 'x-internal-token': process.env.INTERNAL_TOKEN ?? 'sandbox-internal-token' },
    expect: 200,
  })

/** Half an hour at a random time of the coming year. */
function someTime(): { startTime: string; endTime: string } {
  const start = Math.ceil(Date.now() / 1_800_000 + randomInt(48 * 365)) * 1_800_000
  return { startTime: new Date(start).toISOString(), endTime: new Date(start + 1_800_000).toISOString() }
}

/** Sends random times until one is free. */
export async function findFreeSlot(path: string, token: string, more: Json): Promise<{ answer: Json; body: Json }> {
  for (;;) {
    const body = { ...more, ...someTime() }
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Json
    if (response.status === 409 && answer.error.details?.overlap) continue
    assert.ok(response.ok, `POST ${path} returned ${response.status}: ${JSON.stringify(answer)}`)
    return { answer, body }
  }
}

export async function until<T>(what: string, look: () => T | undefined): Promise<T> {
  for (let tries = 0; tries < 100; tries++) {
    const found = look()
    if (found !== undefined) return found
    await sleep(100)
  }
  throw new Error(`Timed out after 10 s waiting for ${what}.`)
}
