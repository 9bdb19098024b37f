import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { hexSignature, standardSignature, webhookSecret } from '../../../../server/src/lib/signature.ts'
import { type Event, Invalid, type Medina } from '../../../javascript/src/index.ts'
import { assertAtMost, type Command, type Invocation, medinaOf } from '../command.ts'
import { EXIT, Failure, usage } from '../failure.ts'
import { EVENT_KINDS } from '../generated/operations.ts'
import { endOfEvents } from '../place.ts'
import { placeFile, profileOf, readIfExists, secretFile, urlOf, writePrivately } from '../profiles.ts'
import { closest } from '../suggestion.ts'

const WAIT_SEC = 25
/** The waits before the second and third attempt. */
const WAITS_MS = [1000, 5000]
const TIMEOUT_MS = 15_000

export const listen: Command = {
  name: 'listen',
  says: 'forward events to a receiver on this machine, signed like webhooks',
  options: {
    'forward-to': { value: 'URL', says: 'the receiver; without it, events are only shown' },
    events: { value: 'KINDS', says: 'kinds of events, separated by commas; by default all' },
    since: { value: 'PLACE', says: '"start" or the id of an event; by default the position of the last run, or now' },
    'print-secret': { says: 'print the signing secret and exit' },
  },
  examples: [
    'medina listen --forward-to http://localhost:8000/hooks',
    'medina listen --forward-to "http://localhost:8000/hooks?tenant=1" --events appointment.created,prescription.signed',
    'export WEBHOOK_SECRETS=$(medina listen --print-secret)',
  ],
  async run(given) {
    const { args, options, terminal, signal, profile: name } = given
    assertAtMost(args, 0)
    const secret = secretOf(name)
    if (options['print-secret']) return terminal.line(secret)
    const to = options['forward-to'] === undefined ? undefined : receiverOf(options['forward-to'] as string)
    const kinds = kindsOf(options.events as string | undefined)
    const medina = medinaOf(given)
    const place = placeOf(name, profileOf(name).url, to)
    const after = await startOf(medina, options.since as string | undefined, place, given)
    writePrivately(place, after)
    terminal.message(to ? `Forwarding to ${to}. Press Ctrl-C to stop.` : 'Showing events. Press Ctrl-C to stop.')
    if (to) terminal.message('To print the signing secret: medina listen --print-secret')
    const query = { after, wait: WAIT_SEC, ...(kinds && { event: kinds }) }
    for await (const page of medina.events.list(query as never, { signal }).pages()) {
      for (const event of page.items) {
        await show(event, to, secret, given)
        writePrivately(place, event.id)
      }
      if (typeof page.next?.after === 'string') writePrivately(place, page.next.after)
    }
  },
}

/** The signing secret. It stays the same, so that a receiver can store it. */
function secretOf(name: string): string {
  const file = secretFile(name)
  const stored = readIfExists(file)?.trim()
  if (stored) return stored
  const made = webhookSecret(randomBytes(32))
  writePrivately(file, `${made}\n`)
  return made
}

function receiverOf(text: string): string {
  const url = urlOf(text)
  if (!url) throw usage(`--forward-to must be a URL: ${text}`)
  return url.href
}

function kindsOf(text: string | undefined): string[] | undefined {
  const kinds = text?.split(',').map((one) => one.trim())
  for (const kind of kinds ?? [])
    if (!EVENT_KINDS.includes(kind)) throw usage(`There is no event ${kind}.`, closest(kind, EVENT_KINDS))
  return kinds
}

const placeOf = (name: string, url: string, to = '') =>
  placeFile(`${name}-${createHash('sha256').update(`${url}\n${to}`).digest('hex').slice(0, 16)}`)

/** The start position: `--since`, the position of the last run, or now. */
async function startOf(
  medina: Medina,
  since: string | undefined,
  place: string,
  { signal, terminal }: Invocation,
): Promise<string> {
  if (since !== undefined) return since
  const kept = readIfExists(place)
  if (kept === undefined) return endOfEvents(medina, signal)
  try {
    await medina.events.list({ after: kept, pageSize: 1 }, { signal })
    return kept
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    terminal.message('The position of the last run no longer exists, for example after a reset. This run begins now.')
    return endOfEvents(medina, signal)
  }
}

async function show(
  event: Event,
  to: string | undefined,
  secret: string,
  { terminal, signal }: Invocation,
): Promise<void> {
  if (!to) return terminal.item(event, [event.createdAt, event.event, event.id])
  const { status, error, durationMs } = await forward(event, to, secret, { terminal, signal })
  const outcome = status ?? error
  const isAccepted = status !== undefined && status < 300
  terminal.item({ event: event.event, id: event.id, status: status ?? null, error: error ?? null, durationMs }, [
    event.createdAt,
    event.event,
    event.id,
    outcome,
    `${durationMs} ms`,
  ])
  if (!isAccepted)
    terminal.message(`${event.id} was not accepted. Forward it again with --since and the id of an earlier event.`)
}

type Outcome = { status?: number; error?: string; durationMs: number }

/** Posts an event like the platform, up to three times. */
async function forward(
  event: Event,
  to: string,
  secret: string,
  { terminal, signal }: Pick<Invocation, 'terminal' | 'signal'>,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await post(event, to, secret, attempt, signal)
    const waitMs = WAITS_MS[attempt - 1]
    if ((outcome.status !== undefined && outcome.status < 300) || waitMs === undefined) return outcome
    terminal.message(`${event.id}: ${outcome.status ?? outcome.error}, retrying in ${waitMs / 1000} s`)
    await pause(waitMs, undefined, { signal })
  }
}

async function post(event: Event, to: string, secret: string, attempt: number, signal: AbortSignal): Promise<Outcome> {
  const { event: kind, id, createdAt, data } = event
  const body = Buffer.from(JSON.stringify({ event: kind, id, createdAt, data }))
  const nowSec = Math.floor(Date.now() / 1000)
  const began = performance.now()
  const durationMs = () => Math.round(performance.now() - began)
  try {
    const response = await fetch(to, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'MedinaCare-webhooks/1 (medina listen)',
        'x-mc-signature': hexSignature(secret, body),
        'x-mc-event': kind,
        'x-mc-attempt': String(attempt),
        'webhook-id': id,
        'webhook-timestamp': String(nowSec),
        'webhook-signature': standardSignature(secret, id, nowSec, body),
      },
      body,
    })
    await response.arrayBuffer()
    return { status: response.status, durationMs: durationMs() }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError')
      throw new Failure(EXIT.failed, (error as Error).message)
    const cause = (error as Error).cause
    return { error: cause instanceof Error ? cause.message : (error as Error).message, durationMs: durationMs() }
  }
}
