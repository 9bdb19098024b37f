import { setTimeout as sleep } from 'node:timers/promises'
import { isPractitioner, patientIdOf } from '../../../actor.ts'
import { ApiError } from '../../../errors.ts'
import type { Answer } from './api.ts'
import type { Owner } from './owner.ts'

/** A part of the download: one record or, with `list`, all pages of a list. */
type Part = { name: string; path: string; list?: string }

/** How often a request waits for a rate limit before the download fails. */
const MAX_WAITS = 5
const PAGE_SIZE = 100

/** The parts that every account has. */
const ofAccount = ({ id }: Owner['user']): Part[] => [
  { name: 'user', path: '/api/users/me' },
  { name: 'memberships', path: '/api/users/me/memberships' },
  { name: 'contact', path: `/api/users/${id}/contact` },
  { name: 'sessions', path: '/api/users/me/sessions' },
  { name: 'secondFactors', path: '/api/users/me/second-factors' },
  { name: 'clients', path: '/api/users/me/clients', list: 'clients' },
  { name: 'messages', path: `/api/notifications?recipientUserId=${id}`, list: 'messages' },
]

/** The parts of the record of a patient. */
const ofPatient = (id: string): Part[] => [
  { name: 'patient', path: `/api/patients/${id}` },
  { name: 'identity', path: `/api/patients/${id}/identity` },
  { name: 'consents', path: `/api/patients/${id}/consents` },
  { name: 'consentHistory', path: `/api/patients/${id}/consents/history`, list: 'history' },
  { name: 'relationships', path: `/api/patients/${id}/relationships`, list: 'relationships' },
  { name: 'guardians', path: `/api/patients/${id}/guardians`, list: 'guardianships' },
  { name: 'dependants', path: `/api/patients/${id}/dependants`, list: 'guardianships' },
  { name: 'conditions', path: `/api/patients/${id}/conditions`, list: 'conditions' },
  { name: 'appointments', path: `/api/appointments?patientId=${id}`, list: 'appointments' },
  { name: 'prescriptions', path: `/api/prescriptions?patientId=${id}`, list: 'prescriptions' },
  { name: 'orders', path: `/api/orders?patientId=${id}`, list: 'orders' },
  { name: 'labOrders', path: `/api/lab-orders?patientId=${id}`, list: 'labOrders' },
  { name: 'followUps', path: `/api/follow-ups?patientId=${id}`, list: 'followUps' },
  { name: 'invoices', path: `/api/invoices?patientId=${id}`, list: 'invoices' },
  { name: 'reviews', path: `/api/reviews?patientId=${id}`, list: 'reviews' },
  { name: 'documents', path: `/api/documents?patientId=${id}`, list: 'documents' },
]

function partsFor(user: Owner['user']): Part[] {
  const patientId = patientIdOf(user)
  if (patientId !== undefined) return [...ofAccount(user), ...ofPatient(patientId)]
  const profile = { name: 'profile', path: `/api/doctors/${user.id}` }
  return isPractitioner(user.role) ? [...ofAccount(user), profile] : ofAccount(user)
}

/**
 * The data of a person in this organisation, as JSON text that is generated part by part. It is read through the API, with its
 * permissions, limits and audit rows. A part that the person may not read, or that does not exist, is null. Lab orders include
 * their results.
 */
export async function* dataOf(owner: Owner, at: Date): AsyncGenerator<string> {
  yield `{"createdAt":${JSON.stringify(at.toISOString())}`
  for (const { name, path, list } of partsFor(owner.user)) {
    yield `,\n${JSON.stringify(name)}:`
    if (list === undefined) yield JSON.stringify(await readOne(owner, path))
    else yield* rowsOf(owner, name, path, list)
  }
  yield '}\n'
}

async function readOne(owner: Owner, path: string): Promise<unknown> {
  const body = await readIfAllowed(owner, path)
  if (body === undefined) return null
  const { notice: _, ...rest } = body
  const [first, ...others] = Object.values(rest)
  return others.length === 0 ? first : rest // unwraps `{contact: {…}}`
}

async function* rowsOf(owner: Owner, name: string, path: string, list: string): AsyncGenerator<string> {
  let separator = '['
  let cursor: string | null | undefined
  do {
    const query = new URLSearchParams({ pageSize: String(PAGE_SIZE), ...(cursor && { cursor }) })
    const body = await readIfAllowed(owner, `${path}${path.includes('?') ? '&' : '?'}${query}`)
    if (body === undefined) {
      yield 'null'
      return
    }
    for (const row of body[list]) {
      yield `${separator}\n${JSON.stringify(name === 'labOrders' ? await withResults(owner, row) : row)}`
      separator = ','
    }
    cursor = body.pagination.nextCursor
  } while (cursor)
  yield separator === '[' ? '[]' : ']'
}

/** A lab order with its results, if they are released. */
async function withResults(owner: Owner, labOrder: { id: string; releasedAt: string | null }): Promise<object> {
  if (labOrder.releasedAt === null) return labOrder
  return { ...labOrder, result: await readOne(owner, `/api/lab-orders/${labOrder.id}/results`) }
}

/**
 * The body of a resource; undefined if the person may not read it or it does not exist.
 * @throws {ApiError} for any other error. The download then breaks off, so that an incomplete file does not look complete.
 */
async function readIfAllowed(owner: Owner, path: string): Promise<Answer['body'] | undefined> {
  for (let waits = 0; ; waits++) {
    const { status, body, retryAfterSec } = await owner.api('GET', path)
    if (status === 200) return body
    if (status === 403 || status === 404) return undefined
    if (status !== 429 || waits === MAX_WAITS)
      throw new ApiError(status, 'UNAVAILABLE', `${path} answered ${status}; the download is incomplete.`)
    await sleep(retryAfterSec * 1000)
  }
}
