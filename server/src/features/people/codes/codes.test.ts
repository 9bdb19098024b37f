import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newClinic, newPerson } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { runUnaudited } from '../../../http/unit-of-work.ts'
import { newId } from '../../../lib/ids.ts'
import { type CodeKey, endCode, endCodes, sendCode, takeCode } from './actions.ts'
import { codeIn } from './codes-testing.ts'

const platform = await startPlatform()
const { owner, services } = platform
const { tenantId, admin } = await newClinic(platform)

const trail = (userId: string, address: string | null = '192.0.2.1') => ({
  ...{ tenantId, userId, clientId: 'test', operation: 'test', address, requestId: newId('req') },
})
const send = (key: CodeKey, address: string, { caller = key.userId, isOwn = true } = {}) =>
  runUnaudited(services, trail(caller), (ctx) => sendCode(ctx, key, { address, isOwn }))
const take = (key: CodeKey, address: string, code: string) =>
  runUnaudited(services, trail(key.userId), (ctx) => takeCode(ctx, key, { address, code }))
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

let sent = 0
/** A code that was sent to a new patient. */
async function sentCode(purpose: CodeKey['purpose'] = 'CONTACT') {
  const { id } = await newPerson(platform, tenantId, 'PATIENT')
  const key: CodeKey = { userId: id, purpose, kind: 'PHONE' }
  const address = `+2126440${String(++sent).padStart(5, '0')}`
  await send(key, address)
  return { key, address, code: await codeIn(platform, id) }
}

describe('a confirmation code', () => {
  test('has six digits, is sent only to the address, and is stored only as a keyed hash', async () => {
    const { key, address, code } = await sentCode()
    assert.match(code, /^\d{6}$/)
    const { rows } = await owner.query('select recipient, body from sandbox_messages where recipient = $1', [address])
    assert.ok(rows.length === 1 && rows[0].body.includes(code))
    const stored = await owner.query(
      `select row_to_json(c)::text || (select string_agg(variables::text, '') from messages where recipient_user_id = $1)
         as text
       from confirmation_codes c where user_id = $1`,
      [key.userId],
    )
    assert.ok(!stored.rows[0].text.includes(code))
  })

  test('is accepted once', async () => {
    const { key, address, code } = await sentCode()
    const answers = await Promise.all(Array.from({ length: 6 }, () => take(key, address, code)))
    assert.equal(answers.filter(Boolean).length, 1)
  })

  test('is bound to its person, purpose, subject and address', async () => {
    const { key, address, code } = await sentCode()
    const other = await newPerson(platform, tenantId, 'PATIENT')
    for (const [one, to] of [
      [{ ...key, userId: other.id }, address],
      [{ ...key, purpose: 'CLAIM' }, address],
      [{ ...key, about: 'usr_guardian' }, address],
      [{ ...key, kind: 'EMAIL' }, address],
      [key, '+212699999999'],
    ] satisfies [CodeKey, string][])
      assert.equal(await take(one, to, code), false)
    assert.equal(await take(key, address, code), true)
  })

  test('allows five tries, also of twenty concurrent ones', async () => {
    const { key, address, code } = await sentCode()
    const wrongs = await Promise.all(Array.from({ length: 20 }, () => take(key, address, wrong(code))))
    assert.ok(wrongs.every((right) => !right))
    const { rows } = await owner.query('select tries from confirmation_codes where user_id = $1', [key.userId])
    assert.deepEqual(rows, [{ tries: 5 }])
    assert.equal(await take(key, address, code), false)
  })

  test('loses no tries by wrong codes for another purpose', async () => {
    const { key, address, code } = await sentCode()
    const other: CodeKey = { ...key, purpose: 'CLAIM' }
    await send(other, address)
    for (let n = 0; n < 5; n++) assert.equal(await take(other, address, wrong(code)), false)
    assert.equal(await take(key, address, code), true)
  })

  test('ends without ending codes with another purpose, subject or kind, or codes of other people', async () => {
    const phone = '+212644100001'
    const others = async (key: CodeKey) => {
      const another = await newPerson(platform, tenantId, 'PATIENT')
      const keys: [CodeKey, string][] = [
        [{ ...key, purpose: 'CLAIM' }, phone],
        [{ ...key, about: 'usr_guardian' }, phone],
        [{ ...key, kind: 'EMAIL' }, `${key.userId}@clinic.example`],
        [{ ...key, userId: another.id }, phone],
      ]
      const sent: { other: CodeKey; address: string; code: string }[] = []
      for (const [other, address] of keys) {
        await send(other, address)
        sent.push({ other, address, code: await codeIn(platform, other.userId) })
      }
      return sent
    }
    const end = (key: CodeKey) => runUnaudited(services, trail(key.userId), (ctx) => endCode(ctx, key))
    for (const outcome of ['taken', 'ended'] as const) {
      const { key, address, code } = await sentCode()
      const kept = await others(key)
      assert.equal(outcome === 'taken' ? await take(key, address, code) : await end(key), true)
      assert.equal(await end(key), false)
      for (const one of kept)
        assert.equal(await take(one.other, one.address, one.code), true, `${outcome}: ${JSON.stringify(one.other)}`)
    }
    // A new telephone number ends all codes to the old one.
    const { key } = await sentCode()
    const kept = await others(key)
    await runUnaudited(services, trail(key.userId), async (ctx) => endCodes(ctx, key.userId, 'PHONE'))
    const taken: boolean[] = []
    for (const one of kept) taken.push(await take(one.other, one.address, one.code))
    assert.deepEqual(taken, [false, false, true, true])
  })

  test('is replaced by the next one', async () => {
    const { key, address, code } = await sentCode()
    await send(key, address)
    const next = await codeIn(platform, key.userId)
    if (next !== code) assert.equal(await take(key, address, code), false)
    assert.equal(await take(key, address, next), true)
  })
})

describe('codes are limited', () => {
  const refusal = { status: 429 }

  test('to three in an hour for an account and address, for all callers together', async () => {
    const address = '+212611000001'
    const people = await Promise.all(Array.from({ length: 4 }, () => newPerson(platform, tenantId, 'PATIENT')))
    const key = (at: number): CodeKey => ({ userId: people[at]!.id, purpose: 'CONTACT', kind: 'PHONE' })
    for (let times = 0; times < 3; times++) await send(key(0), address)
    await assert.rejects(send(key(0), address), refusal)
    await assert.rejects(send(key(0), address, { caller: admin.id, isOwn: false }), refusal)
    for (const at of [1, 2, 3]) await send(key(at), address)
    const { rowCount } = await owner.query('select from messages where to_phone = $1', [address])
    assert.equal(rowCount, 6)
  })

  test('to thirty in a day for an address, for all accounts that have it, and thirty by the staff', async () => {
    const address = '+212611000002'
    const people = await Promise.all(Array.from({ length: 11 }, () => newPerson(platform, tenantId, 'PATIENT')))
    const key = (at: number): CodeKey => ({ userId: people[at]!.id, purpose: 'CONTACT', kind: 'PHONE' })
    for (let at = 0; at < 10; at++) for (let times = 0; times < 3; times++) await send(key(at), address)
    await assert.rejects(send(key(10), address), refusal)
    await send(key(10), address, { caller: admin.id, isOwn: false })
  })

  test('to ten in a day for a person who requests them for themselves, to any address', async () => {
    const { id } = await newPerson(platform, tenantId, 'PATIENT')
    const key: CodeKey = { userId: id, purpose: 'CONTACT', kind: 'PHONE' }
    for (let at = 0; at < 10; at++) await send(key, `+21262200000${at}`)
    await assert.rejects(send(key, '+212622000010'), refusal)
  })
})

test('a code expires', async () => {
  const own = await startPlatform()
  const person = await newPerson(own, 'ten_sandbox', 'PATIENT')
  const key: CodeKey = { userId: person.id, purpose: 'CONTACT', kind: 'PHONE' }
  const at = { ...trail(person.id), tenantId: 'ten_sandbox' }
  const address = '+212633000001'
  await runUnaudited(own.services, at, (ctx) => sendCode(ctx, key, { address, isOwn: true }))
  const code = await codeIn(own, person.id)
  await own.advance(601)
  assert.equal(await runUnaudited(own.services, at, (ctx) => takeCode(ctx, key, { address, code })), false)
  assert.equal(await runUnaudited(own.services, at, (ctx) => endCode(ctx, key)), false)
})
