import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { hexSignature, standardSignature, webhookSecret } from '../../../../server/src/lib/signature.ts'
import { type Event, Invalid, type Medina } from '../../../javascript/src/index.ts'
import { type Command, type Given, medinaOf, takesAtMost } from '../command.ts'
import { EXIT, Failure, usage } from '../failure.ts'
import { EVENT_KINDS } from '../generated/operations.ts'
import { endOfEvents } from '../place.ts'
import { placeFile, profileOf, readIfThere, secretFile, urlOf, writePrivately } from '../profiles.ts'
import { closest } from '../suggestion.ts'

const WAIT_SEC = 25
/** Before the second and third attempt at a receiver. */
const WAITS_MS = [1000, 5000]
const TIMEOUT_MS = 15_000

export const listen: Command = {
  name: 'listen',
  says: 'forward events to a receiver on this machine, signed as webhooks are',
  options: {
    'forward-to': { value: 'URL', says: 'the receiver; without it events are shown alone' },
    events: { value: 'KINDS', says: 'separated by commas; by default all' },
    since: { value: 'PLACE', says: '"start" or the id of an event; by default where the last listen ended, or now' },
    'print-secret': { says: 'show the secret that signs, and end' },
  },
  examples: [
    'medina listen --forward-to http://localhost:8000/hooks',
    'medina listen --forward-to "http://localhost:8000/hooks?tenant=1" --events appointment.created,prescription.signed',
    'export WEBHOOK_SECRETS=$(medina listen --print-secret)',
  ],
  async run(given) {
    const { args, options, terminal, signal, profile: name } = given
    takesAtMost(args, 0)
    const secret = secretOf(name)
    if (options['print-secret']) return terminal.line(secret)
    const to = options['forward-to'] === undefined ? undefined : receiverOf(options['forward-to'] as string)
    const kinds = kindsOf(options.events as string | undefined)
    const medina = medinaOf(given)
    const place = placeOf(name, profileOf(name).url, to)
    const after = await startOf(medina, options.since as string | undefined, place, given)
    writePrivately(place, after)
    terminal.message(to ? `Forwarding to ${to}. End with Ctrl-C.` : 'Showing events. End with Ctrl-C.')
    if (to) terminal.message('The secret: medina listen --print-secret')
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

/** A secret that stays the same, so that a receiver keeps it in its settings. */
function secretOf(name: string): string {
  const file = secretFile(name)
  const stored = readIfThere(file)?.trim()
  if (stored) return stored
  const made = webhookSecret(randomBytes(32))
  writePrivately(file, `${made}\n`)
  return made
}

function receiverOf(text: string): string {
  const url = urlOf(text)
  if (!url) throw usage(`--forward-to is a URL: ${text} is none.`)
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

/** Where to begin: at `--since`, where the last listen ended, or now. */
async function startOf(
  medina: Medina,
  since: string | undefined,
  place: string,
  { signal, terminal }: Given,
): Promise<string> {
  if (since !== undefined) return since
  const kept = readIfThere(place)
  if (kept === undefined) return endOfEvents(medina, signal)
  try {
    await medina.events.list({ after: kept, pageSize: 1 }, { signal })
    return kept
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    terminal.message('Where the last listen ended is no more, as after a reset: this one begins now.')
    return endOfEvents(medina, signal)
  }
}

async function show(event: Event, to: string | undefined, secret: string, { terminal, signal }: Given): Promise<void> {
  if (!to) return terminal.item(event, [event.createdAt, event.event, event.id])
  const { status, error, durationMs } = await forward(event, to, secret, { terminal, signal })
  const outcome = status ?? error
  const isTaken = status !== undefined && status < 300
  terminal.item({ event: event.event, id: event.id, status: status ?? null, error: error ?? null, durationMs }, [
    event.createdAt,
    event.event,
    event.id,
    outcome,
    `${durationMs} ms`,
  ])
  if (!isTaken) terminal.message(`${event.id} was not taken: forward it again with --since, from an event before it.`)
}

type Outcome = { status?: number; error?: string; durationMs: number }

/** Posts an event as the platform would. One that is refused is sent three times in all. */
async function forward(
  event: Event,
  to: string,
  secret: string,
  { terminal, signal }: Pick<Given, 'terminal' | 'signal'>,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await post(event, to, secret, attempt, signal)
    const waitMs = WAITS_MS[attempt - 1]
    if ((outcome.status !== undefined && outcome.status < 300) || waitMs === undefined) return outcome
    terminal.message(`${event.id}: ${outcome.status ?? outcome.error}, again in ${waitMs / 1000} s`)
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
