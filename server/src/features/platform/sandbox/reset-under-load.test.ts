import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { booking, type Person } from '../../../../testing/factories.ts'
import { type Answer, asOwner, type Platform, startPlatform } from '../../../../testing/harness.ts'

/** The wait for a connection; a lock wait is limited to two fifths of it. Resets have no such limits. */
const TIMEOUT_SEC = 3
const shortTimeouts = { DATABASE_TIMEOUT_SEC: String(TIMEOUT_SEC), DATABASE_POOL_SIZE: '5' }
const one = await startPlatform(shortTimeouts)
const other = await startPlatform(shortTimeouts, one.ownerUrl)

const doctor = { id: 'usr_sandbox_doctor' } as Person
const patient = { id: 'usr_sandbox_patient' } as Person
let hours = 1000

async function postsTo(at: Platform) {
  const token = await at.tokenOf('sandbox-admin')
  const post = (path: string, body?: object) => at.call('POST', path, { token, body })
  return {
    reset: () => post('/api/sandbox/reset'),
    book: () => post('/api/appointments', booking(at, doctor, patient, hours++)),
  }
}
const [postToOne, postToOther] = [await postsTo(one), await postsTo(other)]
const times = (count: number, request: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, request))

/** Makes a reset exceed all other waits, by locking the messages of all tenants. */
const slowly = <T>(work: () => Promise<T>): Promise<T> =>
  asOwner(one.ownerUrl, async (owner) => {
    await owner.query(`begin; select pg_advisory_xact_lock_shared(hashtextextended('turn of ', 0))`)
    const pending = work()
    await pause(1.5 * TIMEOUT_SEC * 1000)
    await owner.query('commit')
    return pending
  })

function assertEach(answers: Answer[], status: number): void {
  for (const answer of answers) assert.equal(answer.status, status, answer.text)
}

test('concurrent resets and bookings wait for a slow reset', async () => {
  const [resets, bookings] = await slowly(() => Promise.all([times(4, postToOne.reset), times(20, postToOne.book)]))
  assertEach(resets, 200)
  assertEach(bookings, 201)
})

test('resets at two servers wait for each other', async () => {
  const [resets, bookings] = await slowly(() =>
    Promise.all([
      Promise.all([times(2, postToOne.reset), times(2, postToOther.reset)]),
      Promise.all([times(20, postToOne.book), times(20, postToOther.book)]),
    ]),
  )
  assertEach(resets.flat(), 200)
  assertEach(bookings.flat(), 201)
})

test('a reset under load makes no request fail', async () => {
  let working = true
  const atWork = async (book: () => Promise<Answer>) => {
    for (let n = 0; n === 0 || working; n++) assertEach([await book()], 201)
  }
  const people = [postToOne, postToOther].flatMap(({ book }) => Array.from({ length: 16 }, () => atWork(book)))
  for (let n = 0; n < 2; n++) {
    const resets = await Promise.all([times(2, postToOne.reset), times(2, postToOther.reset)])
    assertEach(resets.flat(), 200)
  }
  working = false
  await Promise.all(people)
})
