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

/** One operation on one kind of record, which every person of the organisation tries. */
export type Case = {
  name: string
  operation: Operation
  /** All of them must permit the caller. */
  rules: readonly RuleName[]
  /** The relations of people to the record. */
  related: Related
  /** A new record and a request about it; of each caller if it takes one. */
  sample: (caller: Caller) => Promise<Sample> | Sample
  /** The callers, by default everyone. */
  among?: (caller: Caller) => boolean
  /** Whether they call in the session of their own browser. */
  inSession?: boolean
  /** Whether it is decided in the organisation that visitors join. */
  decidedBy?: 'operator'
  /** A person who calls in the place of a caller, as a person of the same role. */
  instead?: (caller: Caller) => Promise<Person>
  /** Whether a sample undoes earlier ones, so that each caller who is allowed is a case of their own. */
  alone?: boolean
}

/** How a case differs from the operation's sample. */
export type Variant = Partial<
  Pick<Case, 'rules' | 'related' | 'sample' | 'among' | 'inSession' | 'instead' | 'decidedBy' | 'alone'>
> & {
  /** What is special. */
  as?: string
  /** Further rules. */
  also?: readonly RuleName[]
}

/** The variants of an operation; without an entry, its sample alone. */
export type Variants = Record<string, readonly Variant[]>

/** What variants are made from. */
export type Stage = Organisation & {
  platform: Platform
  samples: Samples
  /** The samples with other people. */
  samplesWith: (involved: Partial<Organisation['world']['involved']>) => Promise<Samples>
}

export async function casesOf(platform: Platform, organisation: Organisation): Promise<Case[]> {
  const byDoctor = await casesBy(platform, organisation)
  const byDentist = await casesBy(platform, withAuthor(organisation, 'DENTIST'))
  const dentist = organisation.world.involved.DENTIST.id
  /** Whether the dentist has another relation to the record than to a doctor's. */
  const differs = ({ rules, related }: Case, n: number) =>
    rules
      .flatMap((rule) => relationsOf(rule, 'DENTIST'))
      .some((one) => related[one]?.includes(dentist) && !byDoctor[n]!.related[one]?.includes(dentist))
  const ofDentist = byDentist.filter(differs).map((one) => ({ ...one, name: `${one.name}, of a dentist` }))
  return [...byDoctor, ...ofDentist].flatMap((one) => (one.alone ? [...split(organisation, one)] : [one]))
}

function* split(organisation: Organisation, one: Case): Iterable<Case> {
  const callers = callersOf(organisation, one)
  yield { ...one, among: (caller) => callers.includes(caller) && !isAllowed(one, caller) }
  for (const allowed of callers.filter((caller) => isAllowed(one, caller)))
    yield { ...one, name: `${one.name} by ${allowed.name}`, among: (caller) => caller === allowed }
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
    (variants[operation.name] ?? [{}]).map(({ as, also = [], rules, ...variant }) => ({
      name: as ? `${operation.name} ${as}` : operation.name,
      operation,
      sample: defaultSample(operation, stage.samples),
      ...variant,
      related: { ...related, ...(isOfLaboratory(operation) && { addressed }), ...variant.related },
      rules: [...new Set([...(rules ?? rulesOf(operation)), ...also])],
    })),
  )
}

const isOfLaboratory = ({ path }: Operation): boolean => path.startsWith('/api/lab-orders')

/** A list shows the record that its point read reads. */
export function defaultSample(op: Operation, samples: Samples): Case['sample'] {
  const one = operations.find(({ method, path }) => method === 'GET' && path === `${op.path}/{id}`)
  if (op.method !== 'GET' || op.params || !one) return () => samples[op.name]!()
  return async () => shown((await samples[one.name]!()).id!)
}

export const shown = (id: string): Sample => ({ query: 'pageSize=100', shows: id })

export const ids = (...people: readonly Pick<Person, 'id'>[]): string[] => people.map(({ id }) => id)
