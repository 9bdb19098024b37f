import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { instant, utc } from '../../lib/fields.ts'
import { DAY_MS, MAX_AHEAD_DAYS } from './rules.ts'

const base = { tag: 'Sandbox' } as const
const clock = z.object({ now: utc })

export const resetSandbox = operation('token', {
  ...base,
  method: 'POST',
  path: '/api/sandbox/reset',
  name: 'resetSandbox',
  summary: 'Reset the data of the sandbox',
  description:
    'Returns the organisation of the token to its seed, at once and as a whole: what was booked, prescribed, paid and sent is gone, rooms close, and the test clock shows real time again. Users, clients with their tokens, and webhook endpoints stay. Any token may ask for it. The sandbox does so by itself, for the organisations that it was seeded with, on Sundays at 00:00 UTC. In production there is no such route.',
  answer: z.object({ ok: z.literal(true), resetAt: utc }),
})

export const readClock = operation('token', {
  ...base,
  method: 'GET',
  path: '/api/sandbox/clock',
  name: 'readClock',
  summary: 'Read the test clock',
  description: 'What time it is for the sandbox. In production there is no such route.',
  answer: clock,
})

export const moveClock = operation('token', {
  ...base,
  method: 'POST',
  path: '/api/sandbox/clock',
  name: 'moveClock',
  summary: 'Move the test clock forward',
  description:
    'By so many seconds, or to a moment. All that depends on time follows, for every organisation of the installation, and what the scheduled jobs would have done on the way is done, in order, and what they caused is sent, before this answers. A week takes seconds, a year a minute or two; one call moves the clock for 20 seconds at the most. Where it did not come to its goal by then, `goal` is later than `now`: obtain a new token and call again with `{"now": goal}`. The goal may be ten years ahead of real time. One call moves the clock at a time, and calls that overlap add up; a call that finds another one at it for longer than 10 seconds is answered 503 with `Retry-After`, and has moved nothing. A reset sets the clock back to real time. In production there is no such route.',
  roles: ['ADMIN'],
  body: z
    .object({
      now: instant.optional().meta({ description: 'Not before the time that it shows.' }),
      advanceSec: z
        .int()
        .min(1)
        .max((MAX_AHEAD_DAYS * DAY_MS) / 1000)
        .optional()
        .meta({ example: 82_800 }),
    })
    .superRefine(({ now, advanceSec }, issues) => {
      if ((now === undefined) !== (advanceSec === undefined)) return
      const message = now === undefined ? 'is required, unless now is given' : 'must not be given beside now'
      issues.addIssue({ code: 'custom', path: ['advanceSec'], message })
    })
    .meta({ example: { advanceSec: 82_800 } }),
  answer: clock.extend({ goal: utc.meta({ description: 'Where the call was to take the clock.' }) }),
  conflicts: 'The clock shows a later time already (details.now), or the sandbox was reset meanwhile.',
})
