import { setTimeout as pause } from 'node:timers/promises'
import { type Endpoint, makeEndpoints, TENANTS } from './endpoints.ts'
import { type Written, waitUntilDrained, writeSteadily } from './events.ts'
import { type Figure, type Outcome, seconds } from './figures.ts'
import { epochMs } from './moments.ts'
import type { VerifiedRequest } from './receiving.ts'
import { type TestBed, withTestBed } from './test-bed.ts'

const ENDPOINTS = 10
const EVENTS_PER_SEC = 50
const GRACE_HOURS = 24
const DRAIN_MS = 60_000

/** Times of a rotation while deliveries are sent, in ms since 1970. */
type Moments = { rotatedMs: number; swapDueMs: number; previousEndsMs: number }

/**
 * Rotates secrets while deliveries are sent. With the documented headers, a receiver that has only the old secret must be
 * able to verify until that secret expires, and one that has only the new secret from the rotation on.
 */
export const rotation = (): Promise<Outcome> =>
  withTestBed({}, async (testBed) => {
    const endpoints = await makeEndpoints(testBed, { count: ENDPOINTS, tenants: TENANTS.slice(0, 1) })
    const phaseMs = (seconds(40) * 1000) / 4
    await testBed.receiver.know(Object.fromEntries(endpoints.map(({ path, secret }) => [path, { old: secret }])))
    const written: Written[] = []
    const writing = writeSteadily(testBed.owner, [endpoints], EVENTS_PER_SEC, phaseMs * 4, written)
    await pause(phaseMs)
    await rotate(testBed, endpoints)
    const rotatedMs = epochMs()
    await pause(phaseMs)
    const swapDueMs = epochMs()
    await advance(testBed, GRACE_HOURS * 3600)
    await pause(phaseMs)
    const previousEndsMs = epochMs()
    await advance(testBed, GRACE_HOURS * 3600)
    await writing
    const empty = await waitUntilDrained(testBed.owner, endpoints, DRAIN_MS)
    const verified = await testBed.receiver.verified()
    return outcomeOf(
      verified,
      { rotatedMs, swapDueMs, previousEndsMs },
      { expected: written.length * ENDPOINTS, empty },
    )
  })

/** Rotates every endpoint's secret, and gives the receiver both secrets before the new one is used. */
async function rotate(testBed: TestBed, endpoints: Endpoint[]): Promise<void> {
  const authorization = `Bearer ${await testBed.token(TENANTS[0].client)}`
  const known = Object.fromEntries(endpoints.map(({ path, secret }) => [path, { old: secret }]))
  for (const { id, path, secret } of endpoints) {
    const answer = await fetch(`${testBed.server.url}/api/webhooks/${id}/rotate-secret`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ graceHours: GRACE_HOURS }),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`The rotation got ${answer.status}: ${text}`)
    const { webhook } = JSON.parse(text) as { webhook: { secret: string } } // the decision's shape
    await testBed.receiver.know(Object.assign(known, { [path]: { old: secret, new: webhook.secret } }))
  }
}

/** Moves business time; the server follows within a second. */
const advance = ({ owner }: TestBed, sec: number) =>
  owner.query(
    `insert into test_clock (ahead_by) values ($1 * interval '1 second')
     on conflict (only_row) do update set ahead_by = test_clock.ahead_by + excluded.ahead_by`,
    [sec],
  )

/** Time for which requests signed before a change may still arrive. */
const IN_TRANSIT_MS = 2000

function outcomeOf(
  verified: VerifiedRequest[],
  moments: Moments,
  { expected, empty }: { expected: number; empty: boolean },
) {
  const { rotatedMs, swapDueMs, previousEndsMs } = moments
  const forOld = verified.filter(({ atMs }) => atMs < previousEndsMs)
  const forNew = verified.filter(({ atMs }) => atMs > rotatedMs + IN_TRANSIT_MS)
  const grace = verified.filter(({ atMs }) => atMs > rotatedMs + IN_TRANSIT_MS && atMs < swapDueMs)
  const swapped = verified.filter(({ atMs }) => atMs > swapDueMs + IN_TRANSIT_MS && atMs < previousEndsMs)
  const ended = verified.filter(({ atMs }) => atMs > previousEndsMs + IN_TRANSIT_MS)
  const verifies = (secret: string) => (one: VerifiedRequest) =>
    one.standard.includes(secret) && [one.current, one.next, one.previous].includes(secret)
  const faults = (name: string, among: VerifiedRequest[], isValid: (one: VerifiedRequest) => boolean): Figure => {
    const refused = among.filter((one) => !isValid(one))
    for (const one of refused.slice(0, 5)) console.log(`  ${name}: ${JSON.stringify(one)}`)
    const isMet = refused.length === 0 && among.length > 0
    return { name, figure: `${refused.length} of ${among.length}`, aim: '0', isMet, isRequired: true }
  }
  const requests = new Set(verified.map(({ eventId, path }) => `${eventId} ${path}`)).size
  return {
    figures: [
      faults('refused by receivers that know the old secret', forOld, verifies('old')),
      faults('refused by receivers that know the new secret', forNew, verifies('new')),
      faults(
        'grace period: X-MC-Signature not old or -Next not new',
        grace,
        (one) => one.current === 'old' && one.next === 'new',
      ),
      faults(
        'after it: X-MC-Signature not new or -Previous not old',
        swapped,
        (one) => one.current === 'new' && one.previous === 'old',
      ),
      faults(
        'at the end: still signed with the old secret',
        ended,
        (one) => one.current === 'new' && one.previous === undefined && !one.standard.includes('old'),
      ),
      {
        name: 'not delivered',
        figure: String(expected - requests),
        aim: '0',
        isMet: empty && requests === expected,
        isRequired: true,
      },
    ],
    details: { ...moments, requests, expected, forOld: forOld.length, forNew: forNew.length },
  }
}
