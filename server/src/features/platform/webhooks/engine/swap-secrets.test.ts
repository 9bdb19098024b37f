import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../../../testing/eventually.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { hexSignature, standardSignature, webhookSecret } from '../../../../lib/signature.ts'
import { type Received, startReceiver, status } from '../receiver-testing.ts'
import { sealSecret } from '../secret.ts'
import { type Subscription, subscriber } from '../subscriber-testing.ts'
import { enqueue } from './enqueue-testing.ts'

const platform = await startPlatform()
const receiver = await startReceiver()
const { subscribe, unsubscribe, deliveriesOf, settled, requests } = subscriber(platform, receiver)

/** Starts a rotation: the new secret takes over after the grace period. */
async function rotate({ id }: Subscription, graceSec: number): Promise<string> {
  const [secret, secretId] = [webhookSecret(randomBytes(32)), `sec_${randomBytes(16).toString('hex')}`]
  await platform.owner.query(
    `insert into webhook_secrets (tenant_id, endpoint_id, id, secret_encrypted, state, created_at, valid_until)
     select 'ten_sandbox', $1, $2, $3, 'NEXT', now() + ahead_by, now() + ahead_by + $4 * interval '1 second'
     from (select coalesce((select ahead_by from test_clock), interval '0') as ahead_by) clock`,
    [id, secretId, sealSecret(platform.services.vault, id, secretId, secret), graceSec],
  )
  return secret
}

const stateOfSecrets = async ({ id }: Subscription) =>
  (
    await platform.owner.query('select state from webhook_secrets where endpoint_id = $1 order by state', [id])
  ).rows.map(({ state }) => state)

/** Asserts the signatures of a request under the given secrets. */
function assertSigned({ headers, body }: Received, secrets: { current: string; next?: string; previous?: string }) {
  const { current, next, previous } = secrets
  assert.equal(headers['x-mc-signature'], hexSignature(current, body))
  assert.equal(headers['x-mc-signature-next'], next && hexSignature(next, body))
  assert.equal(headers['x-mc-signature-previous'], previous && hexSignature(previous, body))
  const [id, at] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])]
  const all = [current, next, previous].flatMap((secret) => (secret ? standardSignature(secret, id, at, body) : []))
  assert.equal(headers['webhook-signature'], all.join(' '))
}

test('a new secret signs beside the old one, replaces it, and leaves it valid for the same period', async () => {
  const to = await subscribe()
  const old = to.secret
  const other = await subscribe()
  await rotate(other, 86_400)
  await platform.owner.query(
    `update webhook_secrets set state = 'PREVIOUS' where endpoint_id = $1 and state = 'NEXT'`,
    [other.id],
  )
  await rotate(other, 86_400)
  const fresh = await rotate(to, 3600)
  const sendOne = async (count: number) => {
    await enqueue(platform, [to])
    await settled(to, 'SUCCEEDED', count)
    return requests(to).at(-1)!
  }
  assertSigned(await sendOne(1), { current: old, next: fresh })
  await platform.advance(3601)
  await eventually(async () => (await stateOfSecrets(to)).join() === 'CURRENT,PREVIOUS')
  assertSigned(await sendOne(2), { current: fresh, previous: old })
  await platform.advance(3500)
  assertSigned(await sendOne(3), { current: fresh, previous: old })
  // Another rotation in between: the old secret is replaced before its announced end.
  const newest = await rotate(to, 60)
  assertSigned(await sendOne(4), { current: fresh, next: newest, previous: old })
  await platform.advance(61)
  await eventually(async () => (await stateOfSecrets(to)).join() === 'CURRENT,PREVIOUS')
  assertSigned(await sendOne(5), { current: newest, previous: fresh })
  await platform.advance(61)
  await eventually(async () => (await stateOfSecrets(to)).join() === 'CURRENT')
  assertSigned(await sendOne(6), { current: newest })
  assert.deepEqual(await stateOfSecrets(other), ['CURRENT', 'NEXT', 'PREVIOUS'], 'each webhook has its own rotation')
  for (const one of [to, other]) await unsubscribe(one)
})

test('a receiver with the old or the new secret refuses no request during a rotation under load', async () => {
  const to = await subscribe()
  const old = to.secret
  const fresh = await rotate(to, 2)
  const carried = ({ headers }: Received) =>
    ['x-mc-signature', 'x-mc-signature-next', 'x-mc-signature-previous'].map((name) => headers[name])
  let refused = 0
  let known = old
  receiver.answer = (response, request) => {
    const taken = carried(request).includes(hexSignature(known, request.body))
    if (!taken) refused++
    response.writeHead(taken ? 200 : 401).end()
  }
  let sent = 0
  const changing = async () => (await stateOfSecrets(to)).includes('NEXT')
  // The receiver switches to the new secret first; then the new secret takes over.
  for (const until = Date.now() + 20_000; (await changing()) && Date.now() < until; sent += 20) {
    await enqueue(platform, [to], { count: 20 })
    if (sent >= 60) known = fresh
    await pause(100)
  }
  assert.deepEqual(await stateOfSecrets(to), ['CURRENT', 'PREVIOUS'])
  for (let rounds = 0; rounds < 3; rounds++, sent += 20) await enqueue(platform, [to], { count: 20 })
  await settled(to, 'SUCCEEDED', sent)
  assert(sent >= 120)
  assert.equal(refused, 0)
  receiver.answer = status(200)
  await unsubscribe(to)
})

test('a server that ends during a rotation leaves it completely done or undone', async () => {
  const to = await subscribe()
  await platform.owner.query(`
    create function stumble() returns trigger language plpgsql as $$
    begin
      if old.state = 'NEXT' and random() < 0.7 then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      return new;
    end $$`)
  await platform.owner.query(
    'create trigger stumble before update on webhook_secrets for each row execute function stumble()',
  )
  await rotate(to, 0)
  const seen = new Set<string>()
  await eventually(async () => {
    seen.add((await stateOfSecrets(to)).join())
    return !(await stateOfSecrets(to)).includes('NEXT')
  }, 'the rotation')
  await platform.owner.query('drop function stumble cascade')
  for (const states of seen) assert(['CURRENT,NEXT', 'CURRENT,PREVIOUS', 'CURRENT'].includes(states), states)
  assert.equal((await deliveriesOf(to)).length, 0)
  await unsubscribe(to)
})
