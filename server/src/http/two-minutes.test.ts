import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, newTenant } from '../../testing/factories.ts'
import { type Platform, startPlatform } from '../../testing/harness.ts'
import { admittedByDefinition } from '../../testing/quota.ts'
import { startRedis, withoutRedis } from '../../testing/redis.ts'
import type { Plan } from '../actor.ts'

/**
 * Three times the quota for two minutes of business time, over HTTP: the admitted count follows from the decision
 * "Rate-limit burst" within 2 %.
 */
const MINUTES = 2
const TIMES = 3
const STEP_SEC = 1

/** Requests per minute of each plan, lowered so that two minutes take seconds. */
const perMinute: Record<Plan, number> = { STARTER: 60, PRO: 60, ENTERPRISE: 60 }
const burst: Record<Plan, { factor: number; sec: number }> = {
  STARTER: { factor: 1.5, sec: 10 },
  PRO: { factor: 3, sec: 30 },
  ENTERPRISE: { factor: 1, sec: 0 },
}
const quotas = Object.fromEntries(
  Object.entries(perMinute).map(([plan, limit]) => [`RATE_LIMIT_${plan}`, `${limit}/unlimited`]),
)

/** Sets business time on all servers and in PostgreSQL. */
async function setClock(platforms: Platform[], aheadMs: number): Promise<void> {
  await platforms[0]!.owner.query(
    `insert into test_clock (ahead_by) values ($1 * interval '1 millisecond')
     on conflict (only_row) do update set ahead_by = excluded.ahead_by`,
    [aheadMs],
  )
  for (const { services } of platforms) services.clock.runAheadBy(aheadMs)
}

async function sendSteadily(
  platforms: Platform[],
  plan: Plan,
): Promise<{ sent: number; admitted: number; expected: number }> {
  const person = await newPerson(platforms[0]!, await newTenant(platforms[0]!, plan), 'ADMIN')
  const perStep = (perMinute[plan] * TIMES * STEP_SEC) / 60
  // Starts at a full second: one step is one second of business time.
  const originMs = Math.ceil(platforms[0]!.services.clock.nowMs() / 1000) * 1000
  const moments: number[] = []
  let admitted = 0
  for (let step = 0; step < (MINUTES * 60) / STEP_SEC; step++) {
    await setClock(platforms, originMs + step * STEP_SEC * 1000 - Date.now())
    const statuses = await Promise.all(
      Array.from({ length: perStep }, async (_, n) => {
        const server = platforms[n % platforms.length]!
        const response = await fetch(`http://127.0.0.1:${server.config.port}/api/users/me`, {
          headers: { authorization: `Bearer ${person.token}` },
        })
        await response.arrayBuffer()
        return response.status
      }),
    )
    for (const status of statuses) {
      assert.ok(status === 200 || status === 429, `${status}`)
      if (status === 200) admitted++
      moments.push(step * STEP_SEC)
    }
  }
  return { sent: moments.length, admitted, expected: admittedByDefinition(perMinute[plan], burst[plan], moments) }
}

/** The expected count calculated from the plan's three numbers: first minute, burst, second minute. */
function byHand(plan: Plan): number {
  const limit = perMinute[plan]
  const { factor, sec } = burst[plan]
  const perSec = (TIMES * limit) / 60
  return limit + Math.min(perSec * sec, (factor - 1) * limit) + limit
}

async function assertAdmitsQuota(platforms: Platform[], plan: Plan): Promise<void> {
  const run = await sendSteadily(platforms, plan)
  assert.equal(run.sent, TIMES * MINUTES * perMinute[plan])
  assert.equal(run.expected, byHand(plan), 'the definition agrees with the arithmetic')
  const deviation = Math.abs(run.admitted - run.expected) / run.expected
  assert.ok(deviation <= 0.02, `${run.admitted} admitted, ${run.expected} expected`)
}

const plans = ['STARTER', 'PRO', 'ENTERPRISE'] as const

describe('three times the quota for two minutes admits what the plan allows', () => {
  test('on one server', async () => {
    const platform = await startPlatform(quotas)
    for (const plan of plans) await assertAdmitsQuota([platform], plan)
  })

  test('on two servers that share Redis', { skip: withoutRedis }, async () => {
    const redis = await startRedis()
    const first = await startPlatform({ ...quotas, CACHE_URL: redis.url })
    const both = { CACHE_URL: redis.url, PUBLIC_URL: first.url } // one issuer, so that both accept its tokens
    const second = await startPlatform({ ...quotas, ...both }, first.ownerUrl)
    for (const plan of plans) await assertAdmitsQuota([first, second], plan)
  })
})
