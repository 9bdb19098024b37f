import { assertAtMost, type Command, type Invocation, medinaOf, onlyArgument } from '../command.ts'
import { EXIT, Failure, usage } from '../failure.ts'
import { EVENT_KINDS } from '../generated/operations.ts'
import { endOfEvents } from '../place.ts'
import { ask } from '../prompt.ts'
import { closest } from '../suggestion.ts'

const WAIT_SEC = 25
const LIMIT = 50

/** The value of `--limit`: the most items to show. */
function limitOf({ options }: Invocation): number {
  const limit = Number(options.limit ?? LIMIT)
  if (!Number.isInteger(limit) || limit < 1) throw usage('--limit must be a whole number of at least 1.')
  return limit
}
const limit = { value: 'N', says: `the most items to show; by default ${LIMIT}` }

function checkedKind(kind: string): string {
  if (!EVENT_KINDS.includes(kind)) throw usage(`There is no event ${kind}.`, closest(kind, EVENT_KINDS))
  return kind
}

export const trigger: Command = {
  name: 'trigger',
  takes: 'KIND',
  says: 'trigger a real event in the sandbox',
  examples: ['medina trigger appointment.created', 'medina trigger lab_result.critical_alert --json'],
  completes: () => EVENT_KINDS,
  async run(given) {
    const event = checkedKind(onlyArgument(given, 'kind of event')) as 'appointment.created'
    const events = await medinaOf(given).sandbox.trigger({ event }, { signal: given.signal })
    for (const one of events) given.terminal.item(one, [one.event, one.id])
  },
}

export const events: Command = {
  name: 'events',
  says: 'list events, latest first',
  options: {
    event: { value: 'KIND', says: 'only events of this kind' },
    follow: { says: 'show new events until Ctrl-C' },
    limit,
  },
  examples: ['medina events --event appointment.created --limit 5', 'medina events --follow --json'],
  async run(given) {
    const { args, options, terminal, signal } = given
    assertAtMost(args, 0)
    const medina = medinaOf(given)
    const event = options.event === undefined ? undefined : [checkedKind(options.event as string)]
    const kinds = { ...(event && { event }) } as object
    let left = limitOf(given)
    const show = (one: { createdAt: string; event: string; id: string }) =>
      terminal.item(one, [one.createdAt, one.event, one.id])
    if (!options.follow) {
      for await (const one of medina.events.list({ ...kinds, pageSize: Math.min(left, 100) }, { signal })) {
        show(one)
        if (--left === 0) return
      }
      return
    }
    const after = await endOfEvents(medina, signal)
    for await (const one of medina.events.list({ ...kinds, after, wait: WAIT_SEC }, { signal })) show(one)
  },
}

export const deliveries: Command = {
  name: 'deliveries',
  takes: '[resend ID …]',
  says: 'list deliveries to webhooks, or send them again',
  options: {
    state: { value: 'STATES', says: 'FAILED, PENDING, … separated by commas' },
    webhook: { value: 'ID', says: 'only deliveries to this webhook' },
    limit,
  },
  examples: ['medina deliveries --state FAILED', 'medina deliveries resend dlv_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0_0'],
  completes: () => ['resend'],
  async run(given) {
    const { args, options, terminal, signal } = given
    const medina = medinaOf(given)
    const [verb, ...ids] = args
    if (verb === 'resend') {
      if (ids.length === 0) throw usage('Which delivery?', 'Find it: medina deliveries --state FAILED')
      for (const id of ids) {
        const made = await medina.webhooks.deliveries.resend(id, { signal })
        terminal.item(made, [made.id, made.event, made.state])
      }
      return
    }
    if (verb !== undefined) throw usage(`Unknown command of medina deliveries: ${verb}.`, closest(verb, ['resend']))
    const state = (options.state as string | undefined)?.split(',')
    const webhookId = options.webhook as string | undefined
    let left = limitOf(given)
    const query = { ...(state && { state }), ...(webhookId && { webhookId }), pageSize: Math.min(left, 100) }
    for await (const one of medina.webhooks.deliveries.list(query as object, { signal })) {
      terminal.item(one, [one.createdAt, one.state, one.event, one.id, one.lastStatus ?? one.lastError])
      if (--left === 0) return
    }
  },
}

export const logs: Command = {
  name: 'logs',
  takes: 'tail',
  says: 'show the requests of your organisation as they happen',
  options: {
    status: { value: 'STATUS', says: '422, or a class: 4xx' },
    client: { value: 'ID', says: 'only requests of this client' },
    since: { value: 'PLACE', says: '"start" or the id of a request; by default now' },
  },
  examples: ['medina logs tail', 'medina logs tail --status 4xx --json'],
  completes: () => ['tail'],
  async run(given) {
    const { options, terminal, signal } = given
    const verb = onlyArgument(given, 'part of the logs: medina logs tail')
    if (verb !== 'tail') throw usage(`Unknown command of medina logs: ${verb}.`, closest(verb, ['tail']))
    const medina = medinaOf(given)
    const status = options.status as string | undefined
    const clientId = options.client as string | undefined
    const filters = { ...(status && { status }), ...(clientId && { clientId }) } as object
    const newest = async () => (await medina.requests.list({ pageSize: 1 }, { signal })).items[0]?.id ?? 'start'
    const after = (options.since as string | undefined) ?? (await newest())
    for await (const one of medina.requests.list({ ...filters, after, wait: WAIT_SEC }, { signal })) {
      const { at, clientId, method, path, status, code, faultPaths, durationMs } = one
      terminal.item(one, [at, status, method, path, clientId, `${durationMs} ms`, code ?? '', faultPaths.join(',')])
    }
  },
}

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Converts `25h` or `1d2h` to seconds. */
function secondsOf(text: string): number {
  if (!/^(\d+[smhd])+$/.test(text)) throw usage(`Invalid duration ${text}. Examples: 30m, 25h, 1d12h.`)
  return [...text.matchAll(/(\d+)([smhd])/g)].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0)
}

export const sandbox: Command = {
  name: 'sandbox',
  takes: 'advance DURATION | reset',
  says: 'move the clock of the sandbox, or reset it',
  options: { yes: { says: 'reset without a confirmation' } },
  examples: ['medina sandbox advance 25h', 'medina sandbox reset', 'medina sandbox reset --yes'],
  completes: () => ['advance', 'reset'],
  async run(given) {
    const { args, options, terminal, signal } = given
    const [verb, duration] = args
    const medina = medinaOf(given)
    if (verb === 'advance') {
      if (duration === undefined) throw usage('Missing argument: duration.', 'Example: medina sandbox advance 25h')
      assertAtMost(args, 2)
      const moved = await medina.sandbox.moveClock({ advanceSec: secondsOf(duration) }, { signal, timeoutMs: 120_000 })
      return terminal.json ? terminal.object(moved) : terminal.line(moved.now)
    }
    if (verb !== 'reset')
      throw usage(
        verb ? `Unknown command of medina sandbox: ${verb}.` : 'Missing command.',
        closest(verb ?? '', ['advance', 'reset']),
      )
    assertAtMost(args, 1)
    if (!options.yes) {
      terminal.message('Everything that was created in this organisation of the sandbox will be deleted.')
      const answer = await ask('Type "reset": ', signal, '--yes')
      if (answer !== 'reset') throw new Failure(EXIT.failed, 'Nothing was reset.')
    }
    const resetAt = await medina.sandbox.reset({ signal, timeoutMs: 120_000 })
    return terminal.json ? terminal.object({ resetAt }) : terminal.line(resetAt)
  },
}
