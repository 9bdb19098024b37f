import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { newClinic } from '../../testing/factories.ts'
import { startPlatform } from '../../testing/harness.ts'
import { allOperations } from '../app.ts'
import { faultsOf, zodMessages } from './validate.ts'

const platform = await startPlatform()
const { admin } = await newClinic(platform)

const refused = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await platform.call(method, path, { token: admin.token, body })
  assert.equal(answer.status, 422, `${method} ${path}: ${answer.text}`)
  return answer.body.error.details
}

describe('unknown fields and parameters are refused, with the name that was probably meant', () => {
  test('in a body', async () => {
    const body = { url: 'https://receiver.example.ma/hook', event: ['appointment.created'] }
    assert.deepEqual(await refused('POST', '/api/webhooks', body), [
      { path: ['event'], message: 'is unknown: did you mean `events`?', code: 'unknown_field' },
    ])
  })

  test('in an object of a body', async () => {
    const quietHours = { from: '22:00', to: '08:00', untill: '09:00' }
    assert.deepEqual(await refused('PUT', `/api/users/${admin.id}/contact`, { quietHours }), [
      { path: ['quietHours', 'untill'], message: 'is unknown: known are `from`, `to`', code: 'unknown_field' },
    ])
  })

  test('in a query', async () => {
    assert.deepEqual(await refused('GET', '/api/appointments?doctor_id=usr_1&pagesize=5&x=1'), [
      { path: ['doctor_id'], message: 'is unknown: did you mean `doctorId`?', code: 'unknown_field' },
      { path: ['pagesize'], message: 'is unknown: did you mean `pageSize`?', code: 'unknown_field' },
      {
        path: ['x'],
        message: 'is unknown: known are `page`, `pageSize`, `cursor`, `status`, `doctorId`, `patientId`, `from`, `to`',
        code: 'unknown_field',
      },
    ])
  })

  test('in a query or body that an operation does not have', async () => {
    assert.deepEqual(await refused('GET', '/api/users/me?page=1'), [
      { path: ['page'], message: 'is unknown', code: 'unknown_field' },
    ])
    assert.deepEqual(await refused('DELETE', '/api/webhooks/wh_1', { force: true }), [
      { path: ['force'], message: 'is unknown', code: 'unknown_field' },
    ])
  })

  test('together with all other faults, and nothing is stored', async () => {
    const body = { url: 'ftp://receiver.example.ma', events: 'all', secret: 'x' }
    const details: { path: string[] }[] = await refused('POST', '/api/webhooks', body)
    assert.deepEqual(details.map(({ path }) => path.join('.')).sort(), ['events', 'secret', 'url'])
    const { body: list } = await platform.call('GET', '/api/webhooks', { token: admin.token })
    assert.equal(list.pagination.total, 0)
  })

  test('except fields that only the server sets: a PUT ignores them, so that a resource can be sent back as it was read', async () => {
    const path = `/api/users/${admin.id}/contact`
    const { body: read } = await platform.call('GET', path, { token: admin.token })
    const sentBack = { ...read.contact, userId: 'usr_other', emailConfirmed: false, city: 'Rabat' }
    assert.deepEqual(
      (await refused('PUT', path, sentBack)).map((fault: { path: string[] }) => fault.path.join('.')),
      ['city'],
    )
    const { city: _, ...known } = sentBack
    const { status, body } = await platform.call('PUT', path, { token: admin.token, body: known })
    assert.deepEqual([status, body.contact], [200, read.contact])
  })

  test('a long name is shortened', () => {
    const { error } = z.strictObject({}).safeParse({ ['é'.repeat(10_000)]: 1 }, zodMessages)
    const [fault] = faultsOf(error!)
    assert.equal(String(fault!.path[0]).length, 101)
  })
})

/** Objects whose keys the caller chooses. */
const freeForm = ['metadata', 'variables']

/** The paths of the objects in a schema that accept unknown fields. */
function lenient(schema: unknown, path: string[] = []): string[] {
  const { def } = (schema as z.core.$ZodType)._zod as unknown as { def: Definition }
  switch (def.type) {
    case 'object':
      return [
        ...(def.catchall?._zod.def.type === 'never' ? [] : [path.join('.')]),
        ...Object.entries(def.shape).flatMap(([name, field]) => lenient(field, [...path, name])),
      ]
    case 'array':
      return lenient(def.element, [...path, '[]'])
    case 'union':
      return def.options.flatMap((option, at) => lenient(option, [...path, `${at}`]))
    case 'record':
      return freeForm.includes(path.at(-1)!) ? [] : [path.join('.')]
    case 'pipe':
      return lenient(def.in, path)
    default:
      return 'innerType' in def ? lenient(def.innerType, path) : []
  }
}

type Definition =
  | { type: 'object'; shape: object; catchall?: z.core.$ZodType }
  | { type: 'array'; element: unknown }
  | { type: 'union'; options: unknown[] }
  | { type: 'record' }
  | { type: 'pipe'; in: unknown }
  | { type: 'optional'; innerType: unknown }

test('every operation refuses unknown fields at every level', () => {
  const inputs = allOperations().flatMap(({ operation: { name, query, body } }) => [
    [`${name}.query`, query] as const,
    [`${name}.body`, body] as const,
  ])
  const given = inputs.filter(([, schema]) => schema !== undefined)
  assert.ok(given.length > 80)
  assert.deepEqual(
    given.flatMap(([name, schema]) => lenient(schema, [name])),
    [],
  )
})

test('a missing field "is required", whatever its type', () => {
  for (const { operation: op } of allOperations())
    for (const schema of [op.body, op.query]) {
      const { error } = schema?.safeParse({}, zodMessages) ?? {}
      // A list may be needed because another is empty.
      const others = (error ? faultsOf(error) : []).filter(({ message }) => !/is required|is empty$/.test(message))
      assert.deepEqual(others, [], op.name)
    }
})
