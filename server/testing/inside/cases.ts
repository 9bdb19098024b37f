import type { Operation } from '../../src/http/operation.ts'
import type { Person } from '../factories.ts'
import type { Platform } from '../harness.ts'
import type { Sample, Samples } from '../samples/scene.ts'
import { samplesOf } from '../samples.ts'
import { careVariants } from './care-cases.ts'
import { callersOf, isAllowed, operations } from './matrix.ts'
import { patientVariants } from './patient-cases.ts'
import { type Caller, type Organisation, type Related, relatedTo, withAuthor } from './people.ts'
import { peopleVariants } from './people-cases.ts'
import { platformVariants } from './platform-cases.ts'
import { rulesOf } from './rules.ts'
import { type RuleName, relationsOf } from './table.ts'

/** An operation on a kind of record. Every person of the organisation calls it. */
export type Case = {
  name: string
  operation: Operation
  /** Rules of the access table, all of which must permit the caller. */
  rules: readonly RuleName[]
  /** The relations of people to the record. */
  related: Related
  /** Creates a record and a request about it. With a parameter, it is called for each caller. */
  sample: (caller: Caller) => Promise<Sample> | Sample
  /** Whether a caller tries the operation. By default all do. */
  isTriedBy?: (caller: Caller) => boolean
  /** Whether the callers use a browser session instead of a client. */
  inSession?: boolean
  /** Whether the callers are the operator's staff, who decide requests for access. */
  decidedBy?: 'operator'
  /** A person of the same role who calls instead of the caller. */
  substitute?: (caller: Caller) => Promise<Person>
  /** Whether a new sample invalidates earlier ones, so that each permitted caller needs a separate case. */
  oneCasePerCaller?: boolean
}

/** The differences of a case from the operation's sample. */
export type Variant = Partial<
  Pick<
    Case,
    'rules' | 'related' | 'sample' | 'isTriedBy' | 'inSession' | 'substitute' | 'decidedBy' | 'oneCasePerCaller'
  >
> & {
  /** Added to the name of the operation. */
  suffix?: string
  /** Rules in addition to those of the operation. */
  extraRules?: readonly RuleName[]
}

/** The variants of each operation. An operation without an entry has one case, its sample. */
export type Variants = Record<string, readonly Variant[]>

/** The people and samples from which variants are made. */
export type Stage = Organisation & {
  platform: Platform
  samples: Samples
  /** The samples with other people in the place of those involved. */
  samplesWith: (involved: Partial<Organisation['world']['involved']>) => Promise<Samples>
}

export async function casesOf(platform: Platform, organisation: Organisation): Promise<Case[]> {
  const byDoctor = await casesBy(platform, organisation)
  const byDentist = await casesBy(platform, withAuthor(organisation, 'DENTIST'))
  const dentist = organisation.world.involved.DENTIST.id
  /** Whether the dentist has a relation to their own record that they do not have to a doctor's. */
  const isDentistSpecific = ({ rules, related }: Case, n: number) =>
    rules
      .flatMap((rule) => relationsOf(rule, 'DENTIST'))
      .some((one) => related[one]?.includes(dentist) && !byDoctor[n]!.related[one]?.includes(dentist))
  const ofDentist = byDentist.filter(isDentistSpecific).map((one) => ({ ...one, name: `${one.name}, of a dentist` }))
  return [...byDoctor, ...ofDentist].flatMap((one) =>
    one.oneCasePerCaller ? [...splitByCaller(organisation, one)] : [one],
  )
}

function* splitByCaller(organisation: Organisation, one: Case): Iterable<Case> {
  const callers = callersOf(organisation, one)
  yield { ...one, isTriedBy: (caller) => callers.includes(caller) && !isAllowed(one, caller) }
  for (const allowed of callers.filter((caller) => isAllowed(one, caller)))
    yield { ...one, name: `${one.name} by ${allowed.name}`, isTriedBy: (caller) => caller === allowed }
}

async function casesBy(platform: Platform, organisation: Organisation): Promise<Case[]> {
  const { world } = organisation
  const samplesWith: Stage['samplesWith'] = (involved) =>
    samplesOf(platform, { ...world, involved: { ...world.involved, ...involved } })
  const stage: Stage = { ...organisation, platform, samples: await samplesWith({}), samplesWith }
  const variants: Variants = {
    ...(await peopleVariants(stage)),
    ...patientVariants(stage),
    ...careVariants(stage),
    ...(await platformVariants(stage)),
  }
  const unknown = Object.keys(variants).filter((name) => !operations.some((op) => op.name === name))
  if (unknown.length > 0) throw new Error(`There is no operation ${unknown.join()}.`)
  const related = relatedTo(organisation)
  const addressed = ids(world.involved.LABORATORY)
  return operations.flatMap((operation) =>
    (variants[operation.name] ?? [{}]).map(({ suffix, extraRules = [], rules, ...variant }) => ({
      name: suffix ? `${operation.name} ${suffix}` : operation.name,
      operation,
      sample: defaultSample(operation, stage.samples),
      ...variant,
      related: { ...related, ...(isOfLaboratory(operation) && { addressed }), ...variant.related },
      rules: [...new Set([...(rules ?? rulesOf(operation)), ...extraRules])],
    })),
  )
}

const isOfLaboratory = ({ path }: Operation): boolean => path.startsWith('/api/lab-orders')

/** For a list, expects the record that the operation's read by id returns. */
export function defaultSample(op: Operation, samples: Samples): Case['sample'] {
  const one = operations.find(({ method, path }) => method === 'GET' && path === `${op.path}/{id}`)
  if (op.method !== 'GET' || op.params || !one) return () => samples[op.name]!()
  return async () => listSample((await samples[one.name]!()).id!)
}

export const listSample = (id: string): Sample => ({ query: 'pageSize=100', visibleText: id })

export const ids = (...people: readonly Pick<Person, 'id'>[]): string[] => people.map(({ id }) => id)
