import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allOperations } from '../src/app.ts'
import type { Operation } from '../src/http/operation.ts'
import { answersTagged, readOfAnswer } from '../src/http/resources.ts'
import { startPlatform } from './harness.ts'
import { pathOf } from './operation-path.ts'
import { samplesOf } from './samples.ts'
import { newWorld } from './world.ts'

/** Operations whose response is not the resource of that name, with the reason. */
const EXCLUDED: Record<string, string> = {
  register: 'public: returns only the sent fields',
  claimAccount: 'public: returns only the sent fields',
  claimAsUser: 'a record of another organisation, which the token cannot read',
  previewTemplate: 'a preview',
  moveClock: 'the clock advances',
  handOverClient: 'a credential link',
  grantAccessRequest: 'also has the client',
  allowActing: 'read by administrators only',
  allowSigning: 'read by administrators only',
  testWebhook: 'attempts begin after the response',
  resendDelivery: 'attempts begin after the response',
}
/** Fields of signed addresses, which differ in each read. */
const NEW_AT_EACH_READ = ['url', 'expiresAt']

const platform = await startPlatform()
const world = await newWorld(platform)
const samples = await samplesOf(platform, world)
const operations = allOperations().map(({ operation }) => operation)

const pairs = operations
  .filter(({ method, name }) => (method === 'POST' || method === 'PUT') && !(name in EXCLUDED))
  .flatMap((op) => {
    const read = readOfAnswer(operations, op)
    return read && Object.keys(read.answer.shape).length === 1 ? [{ op, read }] : []
  })

describe('the response to a creation or change is the whole resource, as a read returns it', () => {
  for (const { op, read } of pairs)
    test(`${op.method} ${op.path}`, async () => {
      const { id, body, caller } = await samples[op.name]!()
      const { token } = caller!
      const path = pathOf(op, { id })
      const answer = await platform.call(op.method, path, { token, ...(op.body && { body }) })
      assert.equal(answer.status, op.status ?? 200, answer.text)
      const [name] = Object.keys(read.answer.shape) as [string]
      const created = answer.body[name]
      const readPath = pathOf(read, {
        id: created.id === undefined || read.path === op.path ? id : lastIdOf(read, id, created.id),
      })
      const seen = await platform.call('GET', readPath, { token })
      assert.equal(seen.status, 200, `${readPath} ${seen.text}`)
      if (!Array.isArray(seen.body[name])) for (const field of NEW_AT_EACH_READ) delete seen.body[name][field]
      assert.deepEqual(pick(created, seen.body[name]), seen.body[name])
      if (answersTagged(operations, op)) assert.equal(answer.headers.get('etag'), seen.headers.get('etag'))
      if (op.status === 201) assert.equal(answer.headers.get('location'), readPath)
    })
})

test('a replayed creation has the same Location header as the first', async () => {
  const { body, caller } = await samples.bookAppointment!()
  const book = () =>
    platform.call('POST', '/api/appointments', {
      token: caller!.token,
      body,
      headers: { 'idempotency-key': 'located' },
    })
  const first = await book()
  const again = await book()
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal(again.headers.get('location'), `/api/appointments/${first.body.appointment.id}`)
  assert.equal(first.headers.get('location'), again.headers.get('location'))
})

const lastIdOf = ({ params }: Operation, id: string | undefined, created: string) =>
  Object.keys(params?.shape ?? {}).length > 1 ? `${id}/${created}` : created

const pick = (created: unknown, seen: object): unknown =>
  Array.isArray(seen)
    ? created
    : Object.fromEntries(Object.keys(seen).map((field) => [field, (created as Record<string, unknown>)[field]]))
