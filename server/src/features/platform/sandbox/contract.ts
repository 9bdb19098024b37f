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
    'Resets the token’s organisation to its seed data in one transaction: appointments, prescriptions, payments and messages are deleted, rooms are closed, and the test clock returns to real time. Users, clients with their tokens, and webhook endpoints are kept. Any token may call it. The seeded organisations are also reset every Sunday at 00:00 UTC. Not available in production.',
  answer: z.object({ ok: z.literal(true), resetAt: utc }),
})

export const readClock = operation('token', {
  ...base,
  method: 'GET',
  path: '/api/sandbox/clock',
  name: 'readClock',
  call: 'sandbox.getClock',
  summary: 'Read the test clock',
  description: 'The current time of the sandbox. Not available in production.',
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
    'By a number of seconds, or to a given time, for every organisation of the installation. Before the response, the scheduled jobs of the skipped time run in order, and their messages and webhooks are sent. A week takes seconds, a year a minute or two; one call moves the clock for at most 20 seconds. If it does not reach its goal by then, `goal` is later than `now`: obtain a new token and call again with `{"now": goal}`. The goal may be at most ten years ahead of real time. Only one call moves the clock at a time, and overlapping calls add up; a call that waits for another for more than 10 seconds gets 503 with `Retry-After` and moves nothing. A reset returns the clock to real time. Not available in production.',
  roles: ['ADMIN'],
  body: z
    .strictObject({
      now: instant.optional().meta({ description: 'Not before the clock’s present time.' }),
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
  answer: clock.extend({ goal: utc.meta({ description: 'The goal of the call.' }) }),
  conflicts: 'The clock already shows a later time (details.now), or the sandbox was reset meanwhile.',
})

export const triggerEvent = operation('token', {
  ...base,
  method: 'POST',
  path: '/api/sandbox/trigger',
  name: 'triggerEvent',
  call: 'sandbox.trigger',
  summary: 'Make an event happen',
  description:
    'Does what causes an event of this kind, with a fictitious doctor and patient of the organisation and new records: books and cancels an appointment, prescribes and signs, publishes a critical lab result, pays and refunds, and so on. Webhooks and messages follow as always. Returns all events of it, in order: a cancelled appointment was booked first. An organisation without a doctor or patient gets fictitious ones. Can be repeated. Not available in production.',
  roles: ['ADMIN'],
  body: z.strictObject({ event: eventKind }).meta({ id: 'TriggerEvent', example: { event: 'appointment.created' } }),
  answer: z.object({
    events: z.array(z.object({ id: id('evt'), event: eventKind }).meta({ id: 'TriggeredEvent' })),
  }),
})
