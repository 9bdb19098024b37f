import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Actor, platformActor } from './actor.ts'
import * as appointments from './features/care/appointments/actions.ts'
import * as reminding from './features/care/appointments/reminding.ts'
import * as recalling from './features/care/conditions/recalling.ts'
import * as stock from './features/care/stock/actions.ts'
import * as campaigns from './features/messaging/campaigns/actions.ts'
import * as pricing from './features/money/services/actions.ts'
import * as guardians from './features/people/guardians/actions.ts'
import * as opening from './features/scheduling/opening/actions.ts'
import * as waitlist from './features/scheduling/waitlist/offering.ts'
import { bySecret } from './http/authenticate.ts'
import type { Endpoint } from './http/endpoint.ts'
import { word } from './http/send-error.ts'
import type { FullContext, Services } from './http/services.ts'
import { runAllInTransaction } from './http/unit-of-work.ts'
import type { Tasks } from './jobs/scheduler.ts'
import { type Item, type Swept, sweep } from './jobs/sweep.ts'
import { camelCase } from './lib/camel-case.ts'
import { newId } from './lib/ids.ts'

/**
 * A scheduled job (specification: "Scheduled jobs") over the due items of every tenant. It may run at any time and
 * repeatedly: handled items are no longer due. `jobs/schedule.ts` has the times at which the server runs it.
 */
type Job<T extends Item = Item, A extends z.ZodObject = z.ZodObject> = {
  name: string
  summary: string
  description: string
  /** Its answer besides `ok`. */
  answer: A
  toAnswer: (swept: Swept) => z.input<A>
  /** The next due items after the given one; empty at the end. */
  next: (services: Services, limit: number, after: T | undefined) => Promise<T[]>
  /**
   * For a job that runs every minute: when an item will next be due, unless something changes. What becomes due at a quarter of an hour
   * may be left out.
   */
  nextDueAt?: (services: Services) => Promise<Date | undefined>
  /**
   * Handles one item in a transaction that items share.
   * @returns whether it was still due, or the number of effects
   */
  handle: (ctx: FullContext, actor: Actor, item: T) => Promise<boolean | number>
}

const define = <T extends Item, A extends z.ZodObject>(job: Job<T, A>) => job as unknown as Job // items come from its own `next`

/** The specified answer of jobs that send messages. */
const counted = {
  answer: z.object({ processed: z.int().min(0), succeeded: z.int().min(0), failed: z.int().min(0) }),
  toAnswer: ({ succeeded, failed }: Swept) => ({ processed: succeeded + failed, succeeded, failed }),
}

export const jobs: Job[] = [
  define({
    name: 'reminders',
    summary: 'Remind patients of their appointments',
    description:
      'Reminds patients one day and two hours before their appointments, with one message for all appointments of a day. An appointment that is booked or moved later than that gets no such reminder. An appointment that is moved is reminded again. A late run sends missed reminders until the appointment starts. The server runs this every 15 minutes.',
    ...counted,
    next: reminding.dueReminders,
    handle: (ctx, _, item) => reminding.remind(ctx, item),
  }),
  define({
    name: 'recall',
    summary: 'Recall patients with a long-term condition',
    description:
      'Messages patients with a long-term condition who have been inactive for 90 days and have no upcoming appointment: once, and again after each further year of inactivity. The server runs this every day at 9:00 UTC.',
    ...counted,
    next: recalling.duePatients,
    handle: (ctx, _, item) => recalling.recall(ctx, item),
  }),
  define({
    name: 'auto-cancel',
    summary: 'Cancel unconfirmed appointments',
    description:
      'Cancels appointments that were not confirmed within 24 hours after they were booked or moved. Appointments whose video room was used are kept, because they took place. The server runs this every hour.',
    answer: z.object({ cancelled: z.int().min(0) }),
    toAnswer: ({ succeeded }) => ({ cancelled: succeeded }),
    next: appointments.unconfirmed,
    handle: (ctx, actor, { id }) => appointments.autoCancel(ctx, actor, id),
  }),
  define({
    name: 'expiry-warnings',
    summary: 'Warn pharmacies of lots that expire soon',
    description:
      'Tells pharmacies how many of their lots expire within 30 days, and again within 7 days, including expired lots. Each lot is reported once for each period and expiry date. The server runs this every day at 06:00 UTC.',
    answer: z.object({ warnedItems: z.int().min(0).meta({ description: 'Lots, not messages.' }) }),
    toAnswer: ({ succeeded }) => ({ warnedItems: succeeded }),
    next: stock.duePharmacies,
    handle: (ctx, actor, { id }) => stock.warn(ctx, actor, id),
  }),
  define({
    name: 'apply-scheduled-pricing',
    summary: 'Apply due price changes',
    description:
      'Stores due prices. Reads show each price from its effective time on, even before it is stored. The server runs this every 15 minutes.',
    answer: z.object({ applied: z.int().min(0) }),
    toAnswer: ({ succeeded }) => ({ applied: succeeded }),
    next: pricing.servicesToPrice,
    handle: (ctx, actor, { id }) => pricing.applyDue(ctx, actor, id),
  }),
  define({
    name: 'guardianship-endings',
    summary: 'Notify of guardianships that ended by age',
    description:
      'Notifies guardian and dependant on the day on which the dependant becomes an adult. The guardianship itself ends at midnight in Morocco, without this job. The server runs this every day at 08:00 UTC.',
    answer: z.object({ ended: z.int().min(0) }),
    toAnswer: ({ succeeded }) => ({ ended: succeeded }),
    next: guardians.toEnd,
    handle: (ctx, actor, { id }) => guardians.notifyOfEnd(ctx, actor, id),
  }),
  define({
    name: 'append-days',
    summary: 'Append the days that can be booked',
    description:
      'Keeps the open time of the next days of professionals with opening hours, so that a year of free slots can be searched, and writes the days of an organisation again after its holidays changed. The server runs this every 15 minutes.',
    answer: z.object({ extended: z.int().min(0).meta({ description: 'Professionals.' }) }),
    toAnswer: ({ succeeded }) => ({ extended: succeeded }),
    next: opening.toExtend,
    handle: (ctx, actor, { id }) => opening.extend(ctx, actor, id),
  }),
  define({
    name: 'offer-waitlist',
    summary: 'Offer freed times to the waitlist',
    description:
      'Offers the times of cancelled, moved and deleted visits to patients on the waitlist, and ends offers and entries that have expired. The server runs this every minute.',
    answer: z.object({
      handled: z.int().min(0).meta({ description: 'Offers that were made or ended, and entries that ended.' }),
    }),
    toAnswer: ({ succeeded }) => ({ handled: succeeded }),
    next: waitlist.due,
    nextDueAt: waitlist.nextDueAt,
    handle: waitlist.handle,
  }),
  define({
    name: 'drip-campaigns',
    summary: 'Advance recipients of campaigns',
    description:
      'Sends the next step of each enabled campaign to recipients whose delay has passed: at most one step per run, however late it is. The server runs this every 30 minutes.',
    answer: z.object({ advanced: z.int().min(0) }),
    toAnswer: ({ succeeded }) => ({ advanced: succeeded }),
    next: campaigns.due,
    handle: campaigns.advance,
  }),
]

const pathOf = ({ name }: Job) => `/api/cron/${name}` as const

export const jobEndpoints: Endpoint[] = jobs.map((job) => ({
  tag: 'Scheduled jobs',
  method: 'POST',
  path: pathOf(job),
  name: camelCase(`run-${job.name}`),
  call: `jobs.${camelCase(`run-${job.name}`)}`,
  summary: job.summary,
  description: `${job.description} A call during a run does nothing and returns zero.`,
  access: 'cron',
  errorFormat: 'word',
  answer: z.object({ ok: z.literal(true), ...job.answer.shape }),
}))

export function cronRoutes(app: FastifyInstance, services: Services, secrets: string[]): void {
  for (const job of jobs) {
    app.post(pathOf(job), {
      config: { errorShape: word },
      onRequest: bySecret(services, 'X-Cron-Secret', secrets),
      handler: async (request) => {
        const swept = await run(services, job, { address: request.ip, requestId: request.id })
        return { ok: true, ...job.toAnswer(swept) }
      },
    })
  }
}

/** The jobs for the scheduler, which holds their leases. */
export const cronTasks = (services: Services): Tasks =>
  Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async () => void (await runAll(services, job, { address: null, requestId: newId('req') })),
    ]),
  )

/** The jobs for callers that check often and run one only if something is due. */
export const jobRunners: Services['jobs'] = Object.fromEntries(
  jobs.map((job) => [
    job.name,
    {
      isDue: async (services) => (await job.next(services, 1, undefined)).length > 0,
      run: async (services) => void (await run(services, job, { address: null, requestId: newId('req') })),
      nextDueAt: job.nextDueAt,
    },
  ]),
)

/** The origin of a run, for the audit log. */
type Origin = { address: string | null; requestId: string }

/** Items per query, items per transaction, and concurrent transactions. */
const PAGE = 500
const BATCH = 50
const CONCURRENCY = 5

/** Handles all due items; does nothing while a run is in progress on any server. */
async function run(services: Services, job: Job, origin: Origin): Promise<Swept> {
  const swept = await services.database.runExclusively(job.name, () => runAll(services, job, origin))
  return swept ?? { succeeded: 0, failed: 0 }
}

async function runAll(services: Services, job: Job, origin: Origin): Promise<Swept> {
  const { log } = services
  const swept = await sweep({
    next: (after: Item | undefined) => job.next(services, PAGE, after),
    handle: (items) => handleBatch(services, job, origin, items),
    onFailure: (err, { id }) => log.error({ err, job: job.name, id }, 'a job failed on an item'),
    batchSize: BATCH,
    concurrency: CONCURRENCY,
  })
  log.info({ job: job.name, ...swept }, 'job finished')
  return swept
}

/** @param items of one tenant */
function handleBatch(services: Services, job: Job, origin: Origin, items: Item[]): Promise<number> {
  const actor = platformActor(items[0]!.tenant_id, 'cron')
  const { tenantId, userId, clientId } = actor
  const trail = { tenantId, userId, clientId, operation: pathOf(job), ...origin }
  return runAllInTransaction(services, trail, items, (ctx, item) => job.handle(ctx, actor, item))
}
