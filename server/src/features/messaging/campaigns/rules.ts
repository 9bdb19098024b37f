import { isDeepStrictEqual } from 'node:util'
import { conflict, type Fault } from '../../../errors.ts'
import type { Channel, Language } from '../../../lib/channels.ts'
import { type Transitions, transitionDetails } from '../../../lib/transitions.ts'
import type { Declaration } from '../../../messages/catalog.ts'
import { faultsOf, type VariableFault } from '../../../messages/variables.ts'

/** One message of a campaign, with its delay after the previous one or after the enrolment. */
export type Step = {
  /** Identifies the step within the campaign, regardless of its position. */
  number: number
  delayHours: number
  templateCode: string
  /** Null: the recipient's preferred channel. */
  channel: Channel | null
  /** By name, as text in the kinds that the template declares. */
  variables: Record<string, string>
}
/** A step of a request. Without a number it is the existing step with the same content, or else a new one. */
export type GivenStep = Omit<Step, 'number'> & { number?: number | undefined }

export const states = ['ACTIVE', 'COMPLETED', 'STOPPED'] as const
export type State = (typeof states)[number]

/** The transitions of an enrolment. Completed and stopped enrolments are final. */
const transitions: Transitions<State> = { ACTIVE: ['COMPLETED', 'STOPPED'], COMPLETED: [], STOPPED: [] }

/** Why an enrolment was stopped. */
export const stopReasons = [
  'CONSENT_WITHDRAWN',
  'OPTED_OUT',
  'REPLIED',
  'ACCOUNT_DISABLED',
  'BY_ADMINISTRATOR',
] as const
export type StopReason = (typeof stopReasons)[number]

/** The reasons that an administrator may give. */
export const administratorReasons = ['BY_ADMINISTRATOR', 'OPTED_OUT', 'REPLIED'] as const satisfies StopReason[]

/** Why a recipient is not enrolled. */
export const refusals = ['NO_CONSENT', 'OPTED_OUT', 'ACCOUNT_DISABLED', 'ALREADY_ENROLLED'] as const
export type Refusal = (typeof refusals)[number]

/** @throws {ApiError} 409 for a completed enrolment */
export function assertMayStop(from: State): void {
  if (from === 'COMPLETED')
    throw conflict(
      'An enrolment that is COMPLETED cannot become STOPPED.',
      transitionDetails(transitions, from, 'STOPPED'),
    )
}

/** Checks a step against its template. Missing templates and templates of other purposes are reported alike. */
export function stepFaults(
  { variables }: GivenStep,
  declaration: Declaration | undefined,
  options: { allowHttp: boolean },
): VariableFault[] {
  if (declaration?.purpose !== 'MARKETING')
    return [{ path: ['templateCode'], message: 'is not a template of this organisation for MARKETING' }]
  return faultsOf(declaration, variables, options)
}

/** Reports unknown step numbers. */
export const numberFaults = (present: readonly Step[], given: readonly GivenStep[]): Fault[] =>
  given.flatMap(({ number }, at) =>
    number === undefined || present.some((step) => step.number === number)
      ? []
      : [{ path: ['steps', at, 'number'], message: 'is not a step of this campaign' }],
  )

/**
 * Gives each step its number: the given one, the number of an existing step with the same content, or a new one.
 * @param made the highest number used so far
 */
export function numbered(
  present: readonly Step[],
  given: readonly GivenStep[],
  made: number,
): { steps: Step[]; made: number } {
  const free = present.filter(({ number }) => !given.some((step) => step.number === number))
  const numberOf = (step: GivenStep): number => {
    if (step.number !== undefined) return step.number
    const same = free.findIndex((one) => isDeepStrictEqual(contentOf(one), contentOf(step)))
    return same === -1 ? ++made : free.splice(same, 1)[0]!.number
  }
  const steps = given.map((step) => ({ ...step, number: numberOf(step) }))
  return { steps, made }
}

const contentOf = ({ templateCode, channel, variables }: GivenStep) => ({
  templateCode,
  channel,
  variables: { ...variables },
})

/**
 * New positions for enrolments whose last step was removed: the nearest earlier step that remains, or 0 if there is
 * none.
 */
export function moveProgress(present: readonly Step[], next: readonly Step[]): { from: number; to: number }[] {
  const stays = (step: Step) => next.some(({ number }) => number === step.number)
  return present.flatMap((step, at) => {
    if (stays(step)) return []
    return [{ from: step.number, to: present.slice(0, at).findLast(stays)?.number ?? 0 }]
  })
}

/** The steps after the last one that was sent, in order. */
export const stepsAfter = (steps: readonly Step[], lastStep: number): Step[] =>
  steps.slice(steps.findIndex(({ number }) => number === lastStep) + 1)

const HOUR_MS = 3_600_000

type Waiting = { state: State; steps: readonly Step[]; last_step: number; disabled_at: Date | null; counted_from: Date }

/** When the next step becomes due; undefined if there is none or the campaign is paused. */
export function nextAt({ state, steps, last_step, disabled_at, counted_from }: Waiting): Date | undefined {
  const [next] = stepsAfter(steps, last_step)
  if (!next || state !== 'ACTIVE' || disabled_at !== null) return undefined
  return new Date(counted_from.getTime() + next.delayHours * HOUR_MS)
}

/** The data that decides whether a patient may be enrolled. */
export type Patient = { disabled: boolean; consents: boolean; opted_out: boolean; enrolled: boolean }

export function refusalOfPatient({ enrolled, disabled, consents, opted_out }: Patient): Refusal | undefined {
  if (enrolled) return 'ALREADY_ENROLLED'
  if (disabled) return 'ACCOUNT_DISABLED'
  if (!consents) return 'NO_CONSENT'
  return opted_out ? 'OPTED_OUT' : undefined
}

/** The data that decides whether a lead may be enrolled. */
export type Lead = { metadata: Record<string, unknown>; opted_out: boolean; enrolled: boolean }

/** A lead consents in their form, or an administrator states their consent, but not against a refusal in the form. */
export function refusalOfLead({ enrolled, opted_out, metadata }: Lead, stated: boolean): Refusal | undefined {
  const { marketingConsent } = metadata
  if (enrolled) return 'ALREADY_ENROLLED'
  if (opted_out) return 'OPTED_OUT'
  return marketingConsent === true || (stated && marketingConsent !== false) ? undefined : 'NO_CONSENT'
}

/** A lead's language, by default French. */
export function languageOf({ language }: Record<string, unknown>): Language {
  return language === 'ar' || language === 'en' ? language : 'fr'
}
