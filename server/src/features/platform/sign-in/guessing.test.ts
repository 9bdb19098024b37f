import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { mock, test } from 'node:test'
import { loginOf } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newId } from '../../../lib/ids.ts'
import { Passwords } from '../../../lib/passwords.ts'
import { waitSec } from '../passwords/rules.ts'
import { type Answer, newBrowser, newMember, PASSWORD } from './browser-testing.ts'

// Spies that count work, because durations on a shared machine are unreliable.
const argon2 = mock.method(crypto, 'argon2')
syncBuiltinESMExports()
const workOf = () =>
  argon2.mock.calls.map(({ arguments: [algorithm, { memory, passes, parallelism, tagLength }] }) =>
    [algorithm, memory, passes, parallelism, tagLength].join(),
  )

const platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1/32' })
const { owner } = platform

let networks = 0
/** An unused client address. */
const elsewhere = () => `203.0.${Math.floor(++networks / 250)}.${networks % 250}`

/** An attempt from an address; each test uses its own addresses, which are counted separately. */
const tryAs = (email: string, password: string, from: string): Promise<Answer> =>
  newBrowser(platform).signIn(email, password, { headers: { 'x-forwarded-for': from } })
const retryAfter = (answer: Answer) => Number(answer.headers.get('retry-after'))

/** Fails `count` times, respecting Retry-After. The first waits are too short to observe on a busy machine. */
async function fail(times: number, email: string, from: string): Promise<void> {
  for (let failed = 0; failed < times; ) {
    const answer = await tryAs(email, 'wrong', from)
    if (answer.status === 401) failed++
    else await platform.advance(retryAfter(answer))
  }
}

test('unknown users, wrong passwords, disabled users and users without a password are indistinguishable', async () => {
  const [known, disabled, without] = [await newMember(platform), await newMember(platform), await newMember(platform)]
  await owner.query('update users set disabled_at = now() where id = $1', [disabled.id])
  await owner.query('update logins set password_hash = null where id = $1', [loginOf(without.id)])
  const from = elsewhere()
  const cases: [string, string][] = [
    [known.email, 'wrong password'],
    ['nobody@test.example', PASSWORD],
    [disabled.email, PASSWORD],
    [without.email, PASSWORD],
    ['no address at all', PASSWORD],
    [known.email, ''],
    [known.email, `${PASSWORD}${'x'.repeat(200)}`],
  ]
  argon2.mock.resetCalls()
  const seen = new Set<string>()
  for (const [email, password] of cases) {
    const { status, text, headers, setCookies } = await tryAs(email, password, from)
    const own = [...headers.keys()].filter((name) => name !== 'date').sort()
    seen.add(JSON.stringify({ status, text, own, setCookies }))
  }
  assert.equal(seen.size, 1, [...seen].join('\n'))
  assert.match([...seen][0]!, /401.*CredentialsSignin/)
  assert.equal(argon2.mock.callCount(), cases.length)
  assert.equal(new Set(workOf()).size, 1, 'the same work for each')
})

test('takes about as long for unknown as for known users', async (t) => {
  const member = await newMember(platform)
  const took: Record<string, number[]> = { known: [], unknown: [] }
  for (let round = 0; round < 8; round++) {
    for (const [kind, email] of [
      ['known', member.email],
      ['unknown', `${newId('usr')}@test.example`],
    ] as const) {
      const startedAt = performance.now()
      await tryAs(email, 'wrong', elsewhere())
      took[kind]!.push(performance.now() - startedAt)
    }
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!
  const [known, unknown] = [median(took.known!), median(took.unknown!)]
  t.diagnostic(`medians: known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms`)
  assert.ok(known < unknown * 2 && unknown < known * 2, `${known} ms and ${unknown} ms`)
})

test('doubles a network’s wait with each failure, and resets it at the first success', async () => {
  for (const email of [(await newMember(platform)).email, `${newId('usr')}@test.example`]) {
    const from = elsewhere()
    for (let at = 0; at < 3; at++) assert.equal((await tryAs(email, 'wrong', from)).status, 401)
    await fail(3, email, from)
    for (const wait of [8, 16, 32, 60, 60]) {
      const refused = await tryAs(email, PASSWORD, from)
      assert.deepEqual([refused.status, refused.body], [429, { error: 'TooManyRequests' }], email)
      assert.ok(retryAfter(refused) <= wait && retryAfter(refused) > wait - 6, `${retryAfter(refused)} of ${wait}`)
      await platform.advance(wait)
      assert.equal((await tryAs(email, 'wrong', from)).status, 401)
    }
  }
  const { email } = await newMember(platform)
  const from = elsewhere()
  await fail(6, email, from)
  await platform.advance(8)
  assert.equal((await tryAs(email, PASSWORD, from)).status, 200)
  for (let at = 0; at < 3; at++) assert.equal((await tryAs(email, 'wrong', from)).status, 401, 'anew')
})

test('a rate-limited attempt costs no work and does not extend the wait', async () => {
  const { email } = await newMember(platform)
  const from = elsewhere()
  await fail(7, email, from)
  argon2.mock.resetCalls()
  for (let at = 0; at < 10; at++) {
    const refused = await tryAs(email, PASSWORD, from)
    assert.equal(refused.status, 429)
    assert.ok(retryAfter(refused) <= 16)
  }
  assert.equal(argon2.mock.callCount(), 0)
  await platform.advance(16)
  assert.equal((await tryAs(email, PASSWORD, from)).status, 200)
})

test('twenty concurrent attempts are limited like twenty consecutive ones', async () => {
  const { email } = await newMember(platform)
  const from = elsewhere()
  await fail(6, email, from)
  await platform.advance(8)
  argon2.mock.resetCalls()
  const answers = await Promise.all(Array.from({ length: 20 }, () => tryAs(email, 'wrong', from)))
  assert.equal(answers.filter(({ status }) => status === 401).length, 1)
  assert.equal(answers.filter(({ status }) => status === 429).length, 19)
  assert.equal(argon2.mock.callCount(), 1)
})

test('an attack from many networks slows new networks but never locks them out', async () => {
  const { email } = await newMember(platform)
  for (let at = 0; at < 40; at++) await tryAs(email, 'wrong', elsewhere())
  const home = elsewhere()
  const limited = await tryAs(email, PASSWORD, home)
  assert.equal(limited.status, 429)
  const wait = retryAfter(limited)
  assert.ok(wait >= 1 && wait <= 30, String(wait))
  await platform.advance(wait)
  await Promise.all(Array.from({ length: 20 }, () => tryAs(email, 'wrong', elsewhere())))
  assert.equal((await tryAs(email, PASSWORD, home)).status, 200, 'the owner can sign in after the wait')
})

test('an address that tries many users has to wait after thirty failures in a minute', async () => {
  const from = elsewhere()
  const statuses: number[] = []
  for (let at = 0; at < 31; at++) statuses.push((await tryAs(`${newId('usr')}@test.example`, 'wrong', from)).status)
  assert.deepEqual(new Set(statuses.slice(0, 30)), new Set([401]))
  assert.equal(statuses[30], 429)
  assert.equal(
    (await tryAs((await newMember(platform)).email, PASSWORD, elsewhere())).status,
    200,
    'other addresses do not wait',
  )
})

test('stored attempts contain no personal data', async () => {
  const email = `${newId('usr')}@test.example`
  await tryAs(email, 'wrong', elsewhere())
  const { rows } = await owner.query('select subject from sign_in_failures order by last_at desc')
  const plain = crypto.createHash('sha256').update(email).digest('hex')
  assert.ok(rows.every(({ subject }) => subject.length === 32 && subject.toString('hex') !== plain))
})

test('rehashes a password of another cost at the next sign-in', async () => {
  const { email, id } = await newMember(platform)
  const nonce = Buffer.alloc(16, 1)
  const old = crypto.argon2Sync('argon2id', {
    message: PASSWORD,
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 8192,
    passes: 1,
  })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  await owner.query('update logins set password_hash = $2 where id = $1', [
    loginOf(id),
    `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(old)}`,
  ])
  const hash = async () =>
    (await owner.query('select password_hash from logins where id = $1', [loginOf(id)])).rows[0].password_hash
  assert.equal((await tryAs(email, 'wrong', elsewhere())).status, 401)
  assert.match(await hash(), /m=8192/)
  assert.equal((await tryAs(email, PASSWORD, elsewhere())).status, 200)
  assert.match(await hash(), /^\$argon2id\$v=19\$m=32768,t=2,p=1\$/)
  assert.equal((await tryAs(email, PASSWORD, elsewhere())).status, 200)
})

test('limits the hash queue, and each network’s share of it', async () => {
  const passwords = new Passwords()
  const flood = Array.from({ length: 60 }, () => passwords.hash('x', 'one'))
  const other = passwords.hash('y', 'another')
  const settled = await Promise.allSettled(flood)
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 18, 'two running and sixteen queued')
  const [refused] = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  assert.deepEqual([refused.status, refused.headers['Retry-After']], [503, '2'])
  assert.deepEqual(await passwords.verify('y', await other, 'another'), { right: true, stale: false })
  assert.equal((await passwords.verify('x', await other, 'one')).right, false)
})

test('the waits follow the documented sequence', () => {
  const waits = (kind: 'here' | 'anywhere', counts: number[]) =>
    counts.map((count) => waitSec({ here: 0, anywhere: 0, [kind]: count }))
  assert.deepEqual(waits('here', [0, 2, 3, 4, 5, 8, 9, 10, 2000]), [0, 0, 1, 2, 4, 32, 60, 60, 60])
  assert.deepEqual(waits('anywhere', [0, 19, 20, 40, 60, 100, 120, 100_000]), [0, 0, 1, 2, 4, 16, 30, 30])
})
