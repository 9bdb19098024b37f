import { isDeepStrictEqual } from 'node:util'
import { conflict, type Fault } from '../../errors.ts'
import { type Transitions, wrongState } from '../../lib/transitions.ts'
import type { Declaration } from '../../messages/catalog.ts'
import type { Channel, Language } from '../../messages/channels.ts'
import { faultsOf, type VariableFault } from '../../messages/variables.ts'

/** One message of a campaign, and how long after the one before it is sent; the first: after the enrolment. */
export type Step = {
  /** By which the campaign knows it, wherever it stands. */
  number: number
  delayHours: number
  templateCode: string
  /** Null: whichever the recipient prefers. */
  channel: Channel | null
  /** By name, as text of the kinds that the template declares. */
  variables: Record<string, string>
}
/** A step as somebody writes it. Without a number it is one that was there and says the same, or else a new one. */
export type GivenStep = Omit<Step, 'number'> & { number?: number | undefined }

export const states = ['ACTIVE', 'COMPLETED', 'STOPPED'] as const
export type State = (typeof states)[number]

/** What may become of an enrolment. Whoever has been through a campaign, or was taken out of it, does not begin again. */
const transitions: Transitions<State> = { ACTIVE: ['COMPLETED', 'STOPPED'], COMPLETED: [], STOPPED: [] }

/** Why somebody was taken out of a campaign. */
export const stopReasons = [
  'CONSENT_WITHDRAWN',
  'OPTED_OUT',
  'REPLIED',
  'ACCOUNT_DISABLED',
  'BY_ADMINISTRATOR',
] as const
export type StopReason = (typeof stopReasons)[number]

/** Those that an administrator may give. */
export const saidToAdministrator = ['BY_ADMINISTRATOR', 'OPTED_OUT', 'REPLIED'] as const satisfies StopReason[]

/** Why somebody is not enrolled. */
export const refusals = ['NO_CONSENT', 'OPTED_OUT', 'ACCOUNT_DISABLED', 'ALREADY_ENROLLED'] as const
export type Refusal = (typeof refusals)[number]

/** @throws {ApiError} 409 for an enrolment that has run through all steps */
export function assertMayStop(from: State): void {
  if (from === 'COMPLETED')
    throw conflict('An enrolment that is COMPLETED cannot become STOPPED.', wrongState(transitions, from, 'STOPPED'))
}

/**
 * What is wrong with a step, by what its template takes. One that is absent or for something else is the same to a campaign.
 */
export function stepFaults(
  { variables }: GivenStep,
  declaration: Declaration | undefined,
  options: { allowHttp: boolean },
): VariableFault[] {
  if (declaration?.purpose !== 'MARKETING')
    return [{ path: ['templateCode'], message: 'is not a template of this organisation for MARKETING' }]
  return faultsOf(declaration, variables, options)
}

/** Numbers that are named and are no step's. */
export const numberFaults = (present: readonly Step[], given: readonly GivenStep[]): Fault[] =>
  given.flatMap(({ number }, at) =>
    number === undefined || present.some((step) => step.number === number)
      ? []
      : [{ path: ['steps', at, 'number'], message: 'is not a step of this campaign' }],
  )

/**
 * Gives each step its number: the one that it names, that of a step which says the same, or a new one.
 * @param made the highest number that was given so far
 */
export function numbered(
  present: readonly Step[],
  given: readonly GivenStep[],
  made: number,
): { steps: Step[]; made: number } {
  const free = present.filter(({ number }) => !given.some((step) => step.number === number))
  const numberOf = (step: GivenStep): number => {
    if (step.number !== undefined) return step.number
    const same = free.findIndex((one) => isDeepStrictEqual(saidBy(one), saidBy(step)))
    return same === -1 ? ++made : free.splice(same, 1)[0]!.number
  }
  const steps = given.map((step) => ({ ...step, number: numberOf(step) }))
  return { steps, made }
}

const saidBy = ({ templateCode, channel, variables }: GivenStep) => ({
  templateCode,
  channel,
  variables: { ...variables },
})

/**
 * Where those stand now who were sent a step last that is no more: at the nearest one before it that is still there, 0 where
 * there is none.
 */
export function movedTo(present: readonly Step[], next: readonly Step[]): { from: number; to: number }[] {
  const stays = (step: Step) => next.some(({ number }) => number === step.number)
  return present.flatMap((step, at) => {
    if (stays(step)) return []
    return [{ from: step.number, to: present.slice(0, at).findLast(stays)?.number ?? 0 }]
  })
}

/** The steps behind the one that somebody was sent last, in order. */
export const behind = (steps: readonly Step[], lastStep: number): Step[] =>
  steps.slice(steps.findIndex(({ number }) => number === lastStep) + 1)

const HOUR_MS = 3_600_000

type Waiting = { state: State; steps: readonly Step[]; last_step: number; disabled_at: Date | null; counted_from: Date }

/** From when the next step may be sent; undefined where there is none, or the campaign's time stands still. */
export function nextAt({ state, steps, last_step, disabled_at, counted_from }: Waiting): Date | undefined {
  const [next] = behind(steps, last_step)
  if (!next || state !== 'ACTIVE' || disabled_at !== null) return undefined
  return new Date(counted_from.getTime() + next.delayHours * HOUR_MS)
}

/** What decides whether a patient may be enrolled. */
export type Patient = { disabled: boolean; consents: boolean; opted_out: boolean; enrolled: boolean }

export function refusalOfPatient({ enrolled, disabled, consents, opted_out }: Patient): Refusal | undefined {
  if (enrolled) return 'ALREADY_ENROLLED'
  if (disabled) return 'ACCOUNT_DISABLED'
  if (!consents) return 'NO_CONSENT'
  return opted_out ? 'OPTED_OUT' : undefined
}

/** What decides whether a lead may be enrolled. */
export type Lead = { metadata: Record<string, unknown>; opted_out: boolean; enrolled: boolean }

/** A lead consents by their form, or as an administrator states; nobody states a yes for somebody whose form says no. */
export function refusalOfLead({ enrolled, opted_out, metadata }: Lead, stated: boolean): Refusal | undefined {
  const { marketingConsent } = metadata
  if (enrolled) return 'ALREADY_ENROLLED'
  if (opted_out) return 'OPTED_OUT'
  return marketingConsent === true || (stated && marketingConsent !== false) ? undefined : 'NO_CONSENT'
}

/** A lead's language is French, unless their form says otherwise. */
export function languageOf({ language }: Record<string, unknown>): Language {
  return language === 'ar' || language === 'en' ? language : 'fr'
}
