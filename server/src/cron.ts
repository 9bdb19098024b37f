import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Actor, platformActor } from './actor.ts'
import type { Context, Services } from './context.ts'
import * as appointments from './features/appointments/actions.ts'
import * as reminding from './features/appointments/reminding.ts'
import * as campaigns from './features/campaigns/actions.ts'
import * as recalling from './features/conditions/recalling.ts'
import * as pricing from './features/services/actions.ts'
import * as stock from './features/stock/actions.ts'
import { bySecret } from './http/authenticate.ts'
import type { Endpoint } from './http/endpoint.ts'
import { word } from './http/send-error.ts'
import { attendAll } from './http/unit-of-work.ts'
import type { Tasks } from './jobs/scheduler.ts'
import { type Item, type Swept, sweep } from './jobs/sweep.ts'
import { newId } from './lib/ids.ts'

/**
 * Work that falls due by the clock (specification: "Scheduled jobs"), item by item and in every tenant. It may be called
 * at any time, and again: what is done is not due any more. The server runs it by itself as `jobs/schedule.ts` says.
 */
type Job<T extends Item = Item, A extends z.ZodObject = z.ZodObject> = {
  name: string
  summary: string
  description: string
  /** What it answers beside `ok`. */
  answer: A
  told: (swept: Swept) => z.input<A>
  /** A few of the items that are due, behind the one that is given; none where there are no more. */
  next: (services: Services, limit: number, after: T | undefined) => Promise<T[]>
  /**
   * Does one in the transaction that it is given, which it shares with others.
   * @returns whether it was still to be done, or how much of it was
   */
  handle: (ctx: Context, actor: Actor, item: T) => Promise<boolean | number>
}

const job = <T extends Item, A extends z.ZodObject>(of: Job<T, A>) => of as unknown as Job // its items come from its own `next`

/** The specification's answer of jobs that write to people. */
const counted = {
  answer: z.object({ processed: z.int().min(0), succeeded: z.int().min(0), failed: z.int().min(0) }),
  told: ({ succeeded, failed }: Swept) => ({ processed: succeeded + failed, succeeded, failed }),
}

export const jobs: Job[] = [
  job({
    name: 'reminders',
    summary: 'Remind patients of their appointments',
    description:
      'Reminds patients a day and two hours before their appointments, with one message for all of a day; of none that was booked or moved later than that, and of one that was moved anew. What a late run missed it catches up until the appointment starts. The server does so by itself every 15 minutes.',
    ...counted,
    next: reminding.toRemind,
    handle: (ctx, _, item) => reminding.remind(ctx, item),
  }),
  job({
    name: 'recall',
    summary: 'Recall patients with a long-term condition',
    description:
      'Writes to patients with a long-term condition who have not been active for 90 days and have no appointment to come: once for each such time, and once more for each year that it lasts. The server does so by itself every day at 9:00 UTC.',
    ...counted,
    next: recalling.toRecall,
    handle: (ctx, _, item) => recalling.recall(ctx, item),
  }),
  job({
    name: 'auto-cancel',
    summary: 'Cancel appointments that nobody confirmed',
    description:
      'Cancels what has been unconfirmed for 24 hours, counted from its booking or from the move that unconfirmed it; not what took place unconfirmed, as a used room shows. The server does so by itself every hour.',
    answer: z.object({ cancelled: z.int().min(0) }),
    told: ({ succeeded }) => ({ cancelled: succeeded }),
    next: appointments.unconfirmed,
    handle: (ctx, actor, { id }) => appointments.autoCancel(ctx, actor, id),
  }),
  job({
    name: 'expiry-warnings',
    summary: 'Warn pharmacies of lots that expire soon',
    description:
      'Tells pharmacies how many of their lots expire within 30 days, and again within 7; each lot once for each of the two and for the date that it has. Those that have expired count among the latter. The server does so by itself every day at 06:00 UTC.',
    answer: z.object({ warnedItems: z.int().min(0).meta({ description: 'Lots, not messages.' }) }),
    told: ({ succeeded }) => ({ warnedItems: succeeded }),
    next: stock.toWarn,
    handle: (ctx, actor, { id }) => stock.warn(ctx, actor, id),
  }),
  job({
    name: 'apply-scheduled-pricing',
    summary: 'Apply changes of prices that are due',
    description:
      'Stores each price whose time has come; it has been in force since that time, as every read shows. The server does so by itself every 15 minutes.',
    answer: z.object({ applied: z.int().min(0) }),
    told: ({ succeeded }) => ({ applied: succeeded }),
    next: pricing.toPrice,
    handle: (ctx, actor, { id }) => pricing.applyDue(ctx, actor, id),
  }),
  job({
    name: 'drip-campaigns',
    summary: 'Advance recipients of campaigns',
    description:
      'Sends everybody whose delay is over the next step of each enabled campaign: one step in a run, however late it comes. The server does so by itself every 30 minutes.',
    answer: z.object({ advanced: z.int().min(0) }),
    told: ({ succeeded }) => ({ advanced: succeeded }),
    next: campaigns.due,
    handle: campaigns.advance,
  }),
]

const pathOf = ({ name }: Job) => `/api/cron/${name}` as const

/** The jobs, for openapi.json. */
export const jobEndpoints: Endpoint[] = jobs.map((of) => ({
  tag: 'Scheduled jobs',
  method: 'POST',
  path: pathOf(of),
  name: `run-${of.name}`.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  summary: of.summary,
  description: `${of.description} While one run is under way, a further call answers at once that it did nothing.`,
  access: 'cron',
  wording: 'word',
  answer: z.object({ ok: z.literal(true), ...of.answer.shape }),
}))

export function cronRoutes(app: FastifyInstance, services: Services, secrets: string[]): void {
  for (const of of jobs) {
    app.post(pathOf(of), {
      config: { errorShape: word },
      onRequest: bySecret(services, 'X-Cron-Secret', secrets),
      handler: async (request) => {
        const swept = await run(services, of, { address: request.ip, requestId: request.id })
        return { ok: true, ...of.told(swept) }
      },
    })
  }
}

/** The jobs as the scheduler runs them: it has their leases already. */
export const cronTasks = (services: Services): Tasks =>
  Object.fromEntries(
    jobs.map((of) => [
      of.name,
      async () => void (await runAll(services, of, { address: null, requestId: newId('req') })),
    ]),
  )

/** The same for whoever asks often, and does not want a run where nothing is due. */
export const jobsAtHand: Services['jobs'] = Object.fromEntries(
  jobs.map((of) => [
    of.name,
    {
      isDue: async (services) => (await of.next(services, 1, undefined)).length > 0,
      run: async (services) => void (await run(services, of, { address: null, requestId: newId('req') })),
    },
  ]),
)

/** Whence a run was asked for, as far as the audit log is concerned. */
type From = { address: string | null; requestId: string }

/** Items that are looked up together, that share a transaction, and transactions at once. */
const PAGE = 500
const TOGETHER = 50
const AT_ONCE = 5

/** Does all that is due, or nothing where a run is under way, here or at another server. */
async function run(services: Services, of: Job, from: From): Promise<Swept> {
  const swept = await services.database.exclusively(of.name, () => runAll(services, of, from))
  return swept ?? { succeeded: 0, failed: 0 }
}

async function runAll(services: Services, of: Job, from: From): Promise<Swept> {
  const { log } = services
  const swept = await sweep({
    next: (after: Item | undefined) => of.next(services, PAGE, after),
    handle: (items) => doTogether(services, of, from, items),
    onFailure: (err, { id }) => log.error({ err, job: of.name, id }, 'a job failed at one of its items'),
    together: TOGETHER,
    atOnce: AT_ONCE,
  })
  log.info({ job: of.name, ...swept }, 'a job has run')
  return swept
}

/** @param items of one tenant */
function doTogether(services: Services, of: Job, from: From, items: Item[]): Promise<number> {
  const actor = platformActor(items[0]!.tenant_id, 'cron')
  const { tenantId, userId, clientId } = actor
  const trail = { tenantId, userId, clientId, operation: pathOf(of), ...from }
  return attendAll(services, trail, items, (ctx, item) => of.handle(ctx, actor, item))
}
