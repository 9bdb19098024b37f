import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, Conflict, Medina } from '../../clients/javascript/src/index.ts'

export const base = (process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? 3000}`).replace(/\/$/, '')
export const doctorId = 'usr_sandbox_doctor'
export const patientId = 'usr_sandbox_patient'
export const pharmacyId = 'usr_sandbox_pharmacy'

// biome-ignore lint/suspicious/noExplicitAny: messages of every shape, asserted by the callers
export type Json = Record<string, any>

let steps = 0
export function printStep(title: string, answer?: unknown): void {
  console.log(`\n${String(++steps).padStart(2)}. ${title}`)
  if (answer !== undefined) console.log(`    ${JSON.stringify(answer)}`)
}

/** The API client of a fixed sandbox client. */
export const connect = (client: string): Medina =>
  new Medina({ url: base, clientId: client, clientSecret: `${client}-secret`, userAgent: 'demo' })

/** The error of a call that must be refused with this status. */
export async function refusalOf(call: PromiseLike<unknown>, status: number): Promise<ApiError> {
  const outcome = await Promise.resolve(call).catch((error: unknown) => error)
  if (outcome instanceof Error && !(outcome instanceof ApiError)) throw outcome
  assert.ok(outcome instanceof ApiError, `not refused: ${JSON.stringify(outcome)}`)
  assert.equal(outcome.status, status, outcome.message)
  return outcome
}

export const summaryOf = ({ status, code, message, details }: ApiError) => ({ status, code, message, details })

/** Calls an internal hook, as another application of the installation. */
export async function callHook(name: string, body: Json): Promise<Json> {
  const response = await fetch(`${base}/api/internal/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-internal-token': process.env.INTERNAL_TOKEN ?? 'sandbox-internal-token',
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Json
  assert.equal(response.status, 200, `${name} returned ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

export type Slot = { startTime: string; endTime: string }

/** Half an hour at a random time of the coming year. */
function someTime(): Slot {
  const start = Math.ceil(Date.now() / 1_800_000 + randomInt(48 * 365)) * 1_800_000
  return { startTime: new Date(start).toISOString(), endTime: new Date(start + 1_800_000).toISOString() }
}

/** Calls `book` with random times until one is free. */
export async function findFreeSlot<T>(book: (slot: Slot) => PromiseLike<T>): Promise<{ answer: T; slot: Slot }> {
  for (;;) {
    const slot = someTime()
    try {
      return { answer: await book(slot), slot }
    } catch (error) {
      if (!(error instanceof Conflict && (error.details as Json | undefined)?.overlap)) throw error
    }
  }
}

export async function until<T>(what: string, check: () => T | undefined): Promise<T> {
  for (let tries = 0; tries < 100; tries++) {
    const found = check()
    if (found !== undefined) return found
    await sleep(100)
  }
  throw new Error(`Timed out after 10 s waiting for ${what}.`)
}
