import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { booking, type Person } from '../../testing/factories.ts'
import { type Answer, asOwner, type Platform, startPlatform } from '../../testing/harness.ts'

/** A connection is waited for no longer than this, and a lock for two fifths of it; unless it is for a reset. */
const TIMEOUT_SEC = 3
const impatient = { DATABASE_TIMEOUT_SEC: String(TIMEOUT_SEC), DATABASE_POOL_SIZE: '5' }
const one = await startPlatform(impatient)
const other = await startPlatform(impatient, one.ownerUrl)

const doctor = { id: 'usr_sandbox_doctor' } as Person
const patient = { id: 'usr_sandbox_patient' } as Person
let hours = 1000

async function postsTo(at: Platform) {
  const token = await at.tokenOf('sandbox-patient')
  const post = (path: string, body?: object) => at.call('POST', path, { token, body })
  return {
    reset: () => post('/api/sandbox/reset'),
    book: () => post('/api/appointments', booking(at, doctor, patient, hours++)),
  }
}
const [here, there] = [await postsTo(one), await postsTo(other)]
const times = (count: number, ask: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, ask))

/** Has a reset take longer than anything else is waited for: it waits for whoever is at the messages of all tenants. */
const slowly = <T>(work: () => Promise<T>): Promise<T> =>
  asOwner(one.ownerUrl, async (owner) => {
    await owner.query(`begin; select pg_advisory_xact_lock_shared(hashtextextended('turn of ', 0))`)
    const asked = work()
    await pause(1.5 * TIMEOUT_SEC * 1000)
    await owner.query('commit')
    return asked
  })

function assertEach(answers: Answer[], status: number): void {
  for (const answer of answers) assert.equal(answer.status, status, answer.text)
}

test('resets that are asked for at once, and whoever books meanwhile, wait for however long they take', async () => {
  const [resets, bookings] = await slowly(() => Promise.all([times(4, here.reset), times(20, here.book)]))
  assertEach(resets, 200)
  assertEach(bookings, 201)
})

test('the same by two servers, of which each waits for the resets of the other', async () => {
  const [resets, bookings] = await slowly(() =>
    Promise.all([
      Promise.all([times(2, here.reset), times(2, there.reset)]),
      Promise.all([times(20, here.book), times(20, there.book)]),
    ]),
  )
  assertEach(resets.flat(), 200)
  assertEach(bookings.flat(), 201)
})

test('among people at work nobody is turned away', async () => {
  let working = true
  const atWork = async (book: () => Promise<Answer>) => {
    for (let n = 0; n === 0 || working; n++) assertEach([await book()], 201)
  }
  const people = [here, there].flatMap(({ book }) => Array.from({ length: 16 }, () => atWork(book)))
  for (let n = 0; n < 2; n++) {
    const resets = await Promise.all([times(2, here.reset), times(2, there.reset)])
    assertEach(resets.flat(), 200)
  }
  working = false
  await Promise.all(people)
})
