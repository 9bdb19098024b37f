import { isDeepStrictEqual } from 'node:util'
import { conflict, type Fault } from '../../../errors.ts'
import type { Channel, Language } from '../../../lib/channels.ts'
import { type Transitions, transitionDetails } from '../../../lib/transitions.ts'
import type { Declaration } from '../../../messages/catalog.ts'
import { faultsOf, type VariableFault } from '../../../messages/variables.ts'

/** One message of a campaign, with its delay after the previous message or, for the first one, after the enrolment. */
export type Step = {
  /** Identifies the step within the campaign, regardless of its position. */
  number: number
  delayHours: number
  templateCode: string
  /** Null: the recipient's preferred channel. */
  channel: Channel | null
  /** Values by name, written in the kind that the template declares for each variable. */
  variables: Record<string, string>
}
/** A step of a request. Without a number, it is the existing step with the same content, or else a new step. */
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

/** Why a recipient is refused. */
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

/** The faults of a step by its template. A missing template and one with another purpose have the same fault. */
export function stepFaults(
  { variables }: GivenStep,
  declaration: Declaration | undefined,
  options: { allowHttp: boolean },
): VariableFault[] {
  if (declaration?.purpose !== 'MARKETING')
    return [{ path: ['templateCode'], message: 'is not a template of this organisation for MARKETING' }]
  return faultsOf(declaration, variables, options)
}

/** The validation faults of unknown step numbers. */
export const numberFaults = (present: readonly Step[], given: readonly GivenStep[]): Fault[] =>
  given.flatMap(({ number }, at) =>
    number === undefined || present.some((step) => step.number === number)
      ? []
      : [{ path: ['steps', at, 'number'], message: 'is not a step of this campaign' }],
  )

/**
 * Gives each step its number: the given one, the number of an existing step with the same content, or a new one.
 * @param highestNumber the highest number used so far
 */
export function numberSteps(
  present: readonly Step[],
  given: readonly GivenStep[],
  highestNumber: number,
): { steps: Step[]; highestNumber: number } {
  const free = present.filter(({ number }) => !given.some((step) => step.number === number))
  const numberOf = (step: GivenStep): number => {
    if (step.number !== undefined) return step.number
    const same = free.findIndex((one) => isDeepStrictEqual(contentOf(one), contentOf(step)))
    return same === -1 ? ++highestNumber : free.splice(same, 1)[0]!.number
  }
  const steps = given.map((step) => ({ ...step, number: numberOf(step) }))
  return { steps, highestNumber }
}

const contentOf = ({ templateCode, channel, variables }: GivenStep) => ({
  templateCode,
  channel,
  variables: { ...variables },
})

/**
 * New positions for enrolments whose last sent step was removed: the nearest earlier step that remains, or 0 if none remains.
 */
export function remapProgress(present: readonly Step[], next: readonly Step[]): { from: number; to: number }[] {
  const stays = (step: Step) => next.some(({ number }) => number === step.number)
  return present.flatMap((step, at) => {
    if (stays(step)) return []
    return [{ from: step.number, to: present.slice(0, at).findLast(stays)?.number ?? 0 }]
  })
}

/** The steps after the last sent one, in order. */
export const stepsAfter = (steps: readonly Step[], lastStep: number): Step[] =>
  steps.slice(steps.findIndex(({ number }) => number === lastStep) + 1)

const HOUR_MS = 3_600_000

type Waiting = { state: State; steps: readonly Step[]; last_step: number; disabled_at: Date | null; counted_from: Date }

/** When the next step becomes due; undefined if no step follows, or the campaign is disabled. */
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

/**
 * Why a lead may not be enrolled. A lead consents in the form, or an administrator states the consent; a refusal in the form
 * prevails.
 * @param stated whether an administrator states the consent
 */
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
