import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { allOperations } from '../src/app.ts'
import type { Operation } from '../src/http/operation.ts'
import { startPlatform } from './harness.ts'
import { pathOf } from './operation-path.ts'
import { samplesOf } from './samples.ts'
import { newWorld } from './world.ts'

/** Updates that replace the resource (docs/decisions/0075): statements, lists, templates and statuses. */
const FULL_BODIES = [
  'updateConsents',
  'chooseLaboratory',
  'replaceOpening',
  'stateRelationship',
  'writeTemplate',
  'updateLabOrder',
  'updateOrder',
  'updatePrescription',
  'updateInvoice',
  'updateFollowUp',
  'updateDocument',
]

const platform = await startPlatform()
const world = await newWorld(platform)
const samples = await samplesOf(platform, world)
const operations = allOperations().map(({ operation }) => operation)
const updates = operations.filter(({ method }) => method === 'PUT')
const merging = updates.filter(({ name }) => !FULL_BODIES.includes(name))
const readOf = ({ path }: Operation) => operations.find((op) => op.method === 'GET' && op.path === path)
/** Removes the time that each update sets. */
const withoutUpdatedAt = (text: string) => text.replace(/"updatedAt":"[^"]*"/g, '')

/** Fields that must be sent together: a counted quantity needs a note. */
const requiredTogether: Record<string, string[]> = { quantity: ['note'], note: ['quantity'] }

describe('an update', () => {
  test('needs no field, except where the body replaces the resource', () => {
    const needing = updates.filter(({ body }) => {
      const shape = (body as z.ZodObject).shape
      return Object.values(shape).some((field) => !(field instanceof z.ZodOptional))
    })
    assert.deepEqual(needing.map(({ name }) => name).sort(), [...FULL_BODIES].sort())
  })

  for (const op of merging) {
    test(`${op.path}: keeps absent fields, by PUT and by PATCH`, async () => {
      const { id, body, caller } = await samples[op.name]!()
      const path = pathOf(op, { id })
      const { token } = caller!
      const send = (method: string, given: object) => platform.call(method, path, { token, body: given })
      const whole = await send('PUT', body as object)
      assert.equal(whole.status, 200, whole.text)
      const read = readOf(op)
      const seen = async () => (read ? withoutUpdatedAt((await platform.call('GET', path, { token })).text) : '')
      const before = await seen()
      for (const [name, value] of Object.entries(body as object)) {
        const others = (requiredTogether[name] ?? []).map((other) => [other, (body as Record<string, unknown>)[other]])
        for (const method of ['PATCH', 'PUT']) {
          const answer = await send(method, Object.fromEntries([[name, value], ...others]))
          assert.equal(answer.status, 200, `${method} ${name}: ${answer.text}`)
          assert.equal(await seen(), before, `${method} ${name}`)
        }
      }
    })
  }

  test('by PATCH has the same validation, idempotency key, audit row and refusals as by PUT', async () => {
    const { id, caller } = await samples.readAppointment!()
    const path = `/api/appointments/${id}`
    const { token } = caller!
    const patch = (body: object, headers = {}) => platform.call('PATCH', path, { token, body, headers })
    assert.deepEqual((await patch({ status: 'LATE' })).body.error.details[0].path, ['status'])
    const key = { 'idempotency-key': 'one-update' }
    const first = await patch({ notes: 'Brings earlier results' }, key)
    assert.equal(first.status, 200, first.text)
    const again = await platform.call('PUT', path, { token, body: { notes: 'Brings earlier results' }, headers: key })
    assert.deepEqual([again.text, again.headers.get('idempotency-replayed')], [first.text, 'true'])
    const { rows } = await platform.owner.query(
      `select operation from audit_log where subject_id = $1 and user_id = $2 and outcome = 'OK' order by at desc limit 1`,
      [id, caller!.id],
    )
    assert.equal(rows[0]?.operation, 'updateAppointment')
    const unsupported = await platform.call('PATCH', '/api/appointments', { token, body: {} })
    assert.equal(unsupported.status, 405)
    const { headers } = await platform.call('POST', path, { token, body: {} })
    assert.equal(headers.get('allow'), 'GET, HEAD, PUT, PATCH, DELETE')
  })
})

test('moving an appointment with startTime alone keeps its duration', async () => {
  const { id, caller } = await samples.readAppointment!()
  const { token } = caller!
  const path = `/api/appointments/${id}`
  const read = async () => (await platform.call('GET', path, { token })).body.appointment
  const lasts = ({ startTime, endTime }: Record<string, string>) => Date.parse(endTime!) - Date.parse(startTime!)
  const before = await read()
  for (const days of [30, 29]) {
    const startTime = new Date(Date.parse(before.startTime) + days * 86_400_000 + 3_600_000).toISOString()
    const moved = await platform.call('PATCH', path, { token, body: { startTime } })
    assert.equal(moved.status, 200, moved.text)
    const after = await read()
    assert.deepEqual([after.startTime, lasts(after)], [startTime, lasts(before)])
  }
})
