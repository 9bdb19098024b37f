import { z } from 'zod'
import { eventKind } from '../../../events/catalog.ts'
import { operation } from '../../../http/operation.ts'
import { id, instant, utc } from '../../../lib/fields.ts'
import { DAY_MS, MAX_AHEAD_DAYS } from './rules.ts'

const base = { tag: 'Sandbox' } as const
const clock = z.object({ now: utc })

export const resetSandbox = operation('token', {
  ...base,
  method: 'POST',
  path: '/api/sandbox/reset',
  name: 'resetSandbox',
  call: 'sandbox.reset',
  summary: 'Reset the sandbox',
  description:
    'Resets the organisation of the token to its seed data in one transaction. Appointments, prescriptions, payments and messages are deleted, rooms are closed, and the test clock returns to real time. Users, clients with their tokens, and webhooks are kept. Any token may call it. The seeded organisations are also reset every Sunday at 00:00 UTC. Not available in production.',
  answer: z.object({ ok: z.literal(true), resetAt: utc }),
})

export const readClock = operation('token', {
  ...base,
  method: 'GET',
  path: '/api/sandbox/clock',
  name: 'readClock',
  call: 'sandbox.getClock',
  summary: 'Read the test clock',
  description: 'Returns the current time of the sandbox. Not available in production.',
  answer: clock,
})

export const moveClock = operation('token', {
  ...base,
  method: 'POST',
  path: '/api/sandbox/clock',
  name: 'moveClock',
  call: 'sandbox.moveClock',
  summary: 'Move the test clock forward',
  description:
    'Moves the clock by a number of seconds or to a given time, for every organisation of the installation. Before the response, the scheduled jobs of the skipped time run in order, and their messages and webhooks are sent.\n\nA week takes seconds, a year a minute or two. One call runs for at most 20 seconds. If it does not reach its goal by then, `goal` is later than `now`: obtain a new token and call again with `{"now": goal}`. The goal may be at most ten years ahead of real time.\n\nOnly one call moves the clock at a time; overlapping calls add up. A call that waits for another call for more than 10 seconds gets 503 with `Retry-After` and moves nothing. A reset returns the clock to real time. Not available in production.',
  roles: ['ADMIN'],
  body: z
    .strictObject({
      now: instant.optional().meta({ description: 'The time to move to, not before the clock’s current time.' }),
      advanceSec: z
        .int()
        .min(1)
        .max((MAX_AHEAD_DAYS * DAY_MS) / 1000)
        .optional()
        .meta({ example: 82_800 }),
    })
    .superRefine(({ now, advanceSec }, issues) => {
      if ((now === undefined) !== (advanceSec === undefined)) return
      const message = now === undefined ? 'is required unless now is given' : 'must not be given together with now'
      issues.addIssue({ code: 'custom', path: ['advanceSec'], message })
    })
    .meta({ example: { advanceSec: 82_800 } }),
  answer: clock.extend({ goal: utc.meta({ description: 'The time that the call was to reach.' }) }),
  conflicts: 'The clock is already at a later time (details.now), or the sandbox was reset meanwhile.',
})

export const triggerEvent = operation('token', {
  ...base,
  method: 'POST',
  path: '/api/sandbox/trigger',
  name: 'triggerEvent',
  call: 'sandbox.trigger',
  summary: 'Trigger an event',
  description:
    'Performs the actions that cause an event of this kind, with a fictitious doctor and patient of the organisation and new records. For example, it books and cancels an appointment, signs a prescription, publishes a critical lab result, or pays and refunds an invoice. Webhooks and messages are sent as usual. Returns all events that were recorded, in order: `appointment.cancelled` is preceded by `appointment.created`. An organisation without a doctor or patient gets fictitious ones. The call can be repeated. Not available in production.',
  roles: ['ADMIN'],
  body: z.strictObject({ event: eventKind }).meta({ id: 'TriggerEvent', example: { event: 'appointment.created' } }),
  answer: z.object({
    events: z.array(z.object({ id: id('evt'), event: eventKind }).meta({ id: 'TriggeredEvent' })),
  }),
})
