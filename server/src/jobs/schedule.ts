import { Cron } from 'croner'

/** When the server runs a task. */
export type Cadence = {
  /** A cron pattern of five fields, in UTC. */
  cron: string
  /** A run that downtime delays by more than this is skipped. By default, the next server to start makes up for a missed run. */
  maxDelayHours?: number
}

export const schedule = {
  'seal-audit': { cron: '* * * * *' },
  'settle-payments': { cron: '* * * * *' },
  'add-up-webhooks': { cron: '* * * * *' },
  'make-partitions': { cron: '7 2 * * *' },
  'purge-expired': { cron: '23 * * * *' },
  'end-request-days': { cron: '37 * * * *' },
  'end-webhook-months': { cron: '19 3 * * *' },
  'end-audit-months': { cron: '31 3 * * *' },
  'delete-old-messages': { cron: '53 3 * * *' },
  'delete-old-leads': { cron: '11 4 * * *' },
  'delete-old-effects': { cron: '29 4 * * *' },
  'rotate-signing-key': { cron: '41 3 * * *' },
  reminders: { cron: '*/15 * * * *' },
  'auto-cancel': { cron: '0 * * * *' },
  recall: { cron: '0 9 * * *', maxDelayHours: 12 },
  'expiry-warnings': { cron: '0 6 * * *' },
  'guardianship-endings': { cron: '0 8 * * *' },
  'apply-scheduled-pricing': { cron: '*/15 * * * *' },
  'append-days': { cron: '*/15 * * * *' },
  'offer-waitlist': { cron: '* * * * *' },
  'drip-campaigns': { cron: '*/30 * * * *' },
} satisfies Record<string, Cadence>

/** Tasks that run in a sandbox only. */
export const sandboxSchedule = {
  'reset-sandbox': { cron: '0 0 * * 0' },
} satisfies Record<string, Cadence>

/** The first time after `after` at which a task is due. */
export function nextRun({ cron }: Cadence, after: Date): Date {
  return new Cron(cron, { mode: '5-part', utcOffset: 0 }).nextRun(after)! // these patterns never end
}
