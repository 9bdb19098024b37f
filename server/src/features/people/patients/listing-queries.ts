import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller, CallerIds, Role } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { type Conditions, type Part, pagedListing } from '../../../db/listings.ts'
import { newestPatientsOf, treats as treatsPatient } from '../relationships/actions.ts'
import type { NameSearch } from './name-words.ts'
import { consenting, patientsIn, records, treats, visibleTo } from './queries.ts'
import type { ConsentName } from './rules.ts'

export type Filters = { [F in keyof NameSearch]?: NameSearch[F] | undefined } & {
  /** E.164. */
  phone?: string | undefined
  /** Folded like `national_id_key`. */
  nationalId?: string | undefined
  birthDate?: string | undefined
  consent?: ConsentName | undefined
}

type HasFilter = (filter: string) => boolean

/** A part that is not read from `users`. */
type PartWithId = Part & { id: string }

const seesAll = (role: Role) =>
  hasRelation(access.patients.read, role, 'tenant') || hasRelation(access.patients.read, role, 'desk')

/**
 * Whether a word begins with a prefix. Comparisons can use an index under row-level security, `like` cannot; no text
 * contains the last code point.
 */
const beginsWith = (word: RawBuilder<unknown>, prefix: unknown) =>
  sql<boolean>`(${word} >= ${prefix} and ${word} < ${prefix} || chr(1114111))`

/**
 * The words of a patient `p` that meet a condition. `offset 0` has them looked up for each patient: as a join, the planner
 * could read the words of the whole organisation.
 */
const someWord = (condition: RawBuilder<unknown>) => sql<boolean>`exists (
  select from patient_words x
  where x.tenant_id = p.tenant_id
    and x.patient_id = p.id
    and ${condition}
  offset 0)`

/** Whether the name of the patient `p` has a word with a prefix. */
const hasWord = (prefix: unknown) => someWord(sql`x.other = '' and ${beginsWith(sql`x.word`, prefix)}`)

const conditions: Conditions<Filters> = {
  word: ({ word }) => hasWord(word),
  other: ({ other }) => hasWord(other),
  rest: ({ rest }) => sql`not exists (
    select from unnest(${rest}::text[]) r (prefix)
    where not ${hasWord(sql.ref('r.prefix'))})`,
  phone: ({ phone }) => sql`exists (
    select from contacts c
    where c.tenant_id = p.tenant_id
      and c.user_id = p.id
      and c.phone = ${phone})`,
  nationalId: ({ nationalId }) => hasIdentity(sql`i.national_id_key = ${nationalId}`),
  birthDate: ({ birthDate }) => hasIdentity(sql`i.birth_date = ${birthDate}::date`),
  consent: ({ consent }) => consenting(consent!), // the filter is given
}

const hasIdentity = (condition: RawBuilder<unknown>) => sql<boolean>`exists (
  select from patient_identities i
  where i.tenant_id = p.tenant_id
    and i.patient_id = p.id
    and ${condition})`

/** Looks up the patient of each row of a table, in the order of the table. */
const withPatient = (db: Db, { tenantId }: Caller, id = 'k.patient_id') =>
  patientsIn(db, tenantId)
    .where('p.id', '=', sql<string>`${sql.ref(id)}`)
    .select(['p.tenant_id', 'p.id', 'p.disabled_at'])
    .limit(sql.lit(1))
    .as('p')

/** Joins the patient with an id as `p`. Only consents need the patient itself: then each is looked up. */
const joinPatient = (
  db: Db,
  caller: Caller,
  has: HasFilter,
  // biome-ignore lint/suspicious/noExplicitAny: of different tables.
  rows: SelectQueryBuilder<any, any, object>,
  id: string,
) =>
  has('consent')
    ? rows.innerJoinLateral(withPatient(db, caller, id), (join) => join.onTrue())
    : rows.innerJoinLateral(
        sql<{ tenant_id: string; id: string }>`(select ${caller.tenantId} as tenant_id, ${sql.ref(id)} as id)`.as('p'),
        (join) => join.onTrue(),
      )

/** The patients of a practitioner, newest first. */
const ofPractitioner = (has: HasFilter): Part => ({
  from: (db, caller) => joinPatient(db, caller, has, db.selectFrom(newestPatientsOf(caller).as('k')), 'k.patient_id'),
  id: 'k.patient_id',
})

/** Patients with a consent, in the order of its index. */
const consented: Part = {
  from: (db, caller) =>
    db
      .selectFrom('consents_in_force as k')
      .innerJoinLateral(withPatient(db, caller), (join) => join.onTrue())
      .where('k.tenant_id', '=', caller.tenantId)
      .where('p.disabled_at', 'is', null),
  id: 'k.patient_id',
  instead: { consent: ({ consent }) => sql`k.name = ${consent}` },
}

/** Patients with a telephone number. */
const reachable: PartWithId = {
  from: (db, caller) =>
    db
      .selectFrom('contacts as k')
      .innerJoinLateral(withPatient(db, caller, 'k.user_id'), (join) => join.onTrue())
      .where('k.tenant_id', '=', caller.tenantId),
  id: 'k.user_id',
  instead: { phone: ({ phone }) => sql`k.phone = ${phone}` },
}

/** Patients with a national id or a birth date. */
const identified: PartWithId = {
  from: (db, caller) =>
    db
      .selectFrom('patient_identities as k')
      .innerJoinLateral(withPatient(db, caller), (join) => join.onTrue())
      .where('k.tenant_id', '=', caller.tenantId),
  id: 'k.patient_id',
  instead: {
    nationalId: ({ nationalId }) => sql`k.national_id_key = ${nationalId}`,
    birthDate: ({ birthDate }) => sql`k.birth_date = ${birthDate}::date`,
  },
}

/** Words in the order of the index that has them first. */
const wordsIn = (db: Db, tenantId: string) =>
  db.selectFrom('patient_words as w').where('w.tenant_id', '=', tenantId).where(sql<boolean>`w.word > ''`) // as in the index

/** Names in the order of the first word that matches. */
const named = (has: HasFilter): PartWithId => ({
  from: (db, caller) => joinPatient(db, caller, has, wordsIn(db, caller.tenantId), 'w.patient_id'),
  id: 'w.patient_id',
})

/** The first word of `w` with a prefix: a patient is listed once. */
const firstWord: Required<Part>['instead'] = {
  word: ({ word }) => sql`(
    w.other = ''
    and ${beginsWith(sql`w.word`, word)}
    and not ${someWord(sql`x.other = '' and x.word >= ${word} and x.word < w.word`)})`,
}

/** The words with a prefix that are the first of a pair, read from the index word by word: an organisation has few. */
const firstWords = (v: CallerIds & Filters): RawBuilder<unknown> => {
  const next = (condition: RawBuilder<boolean>) =>
    wordsIn(builder, v.tenantId)
      .where(condition)
      .where(sql<boolean>`w.other < ${v.other} || chr(1114111)`)
      .select('w.other')
      .orderBy('w.other')
      .limit(sql.lit(1))
  return sql`
    with recursive firsts (other) as (
      (${next(sql`w.other >= ${v.other}`)})
      union all
      select (${next(sql`w.other > firsts.other`)})
      from firsts
      where firsts.other is not null
    )
    select other
    from firsts
    where other is not null`
}

/** The same for the first pair of words. */
const firstPair: Required<Pick<Part, 'each' | 'instead'>> = {
  each: { column: 'w.other', values: firstWords },
  instead: {
    other: () => sql`true`,
    word: ({ word, other }) => sql`(
      ${beginsWith(sql`w.word`, word)}
      and not ${someWord(sql`
        ${beginsWith(sql`x.other`, other)}
        and ${beginsWith(sql`x.word`, word)}
        and (x.word, x.other) < (w.word, w.other)`)})`,
  },
}

/** Adds the first word that matches to each patient, and leaves out those without one. */
const ordered = ({ from, ...part }: Part): Part => ({
  ...part,
  from: (db, caller, given: Filters) =>
    from(db, caller, given).innerJoinLateral(
      db
        .selectFrom('patient_words as x')
        .where(sql<boolean>`x.tenant_id = p.tenant_id and x.patient_id = p.id and x.other = ''`)
        .where(beginsWith(sql`x.word`, given.word))
        .orderBy('x.word')
        .limit(sql.lit(1))
        .select('x.word')
        .as('w'),
      (join) => join.onTrue(),
    ),
  instead: { word: () => sql`true` },
})

/** Adds a condition to a part. */
const where = (part: Part, condition: (given: CallerIds & Filters) => RawBuilder<boolean>): Part => ({
  ...part,
  from: (db, caller, given) => part.from(db, caller, given).where(condition(given)),
})

/** Only the patients whom the caller treats. The condition is a scalar subquery, so that it is a lookup for each patient. */
const treatedOf = (part: PartWithId): Part =>
  where(part, ({ tenantId, userId: professionalId }) => {
    const patientId = sql.ref(part.id)
    return sql`(select ${treatsPatient({ tenantId, professionalId, patientId })})`
  })

/** The most words of an organisation that are read to find the patients of a practitioner. */
const FEW_WORDS = 500

/** Whether few words of the organisation have the prefix. PostgreSQL evaluates it once, before it reads the part. */
const hasFewWords = ({ tenantId, word }: CallerIds & Filters) => sql<boolean>`(
  select count(*) <= ${sql.lit(FEW_WORDS)}
  from (
    ${wordsIn(builder, tenantId)
      .where(sql<boolean>`w.other = '' and ${beginsWith(sql`w.word`, word)}`)
      .select('w.word')
      .limit(sql.lit(FEW_WORDS + 1))}
  ) counted)`

/**
 * The patients of a practitioner by name. If few names of the organisation match, those; otherwise all patients of the
 * practitioner, whose names are compared and sorted.
 */
const namedOfPractitioner = (has: HasFilter): Part[] => [
  { ...where(treatedOf(named(has)), hasFewWords), instead: firstWord },
  where(ordered(ofPractitioner(has)), (given) => sql`not ${hasFewWords(given)}`),
]

/** The few patients with a telephone number, a national id or a birth date. */
const narrowed = (has: HasFilter): PartWithId | undefined => {
  if (has('phone')) return reachable
  return has('nationalId') || has('birthDate') ? identified : undefined
}

/** Whether the list is in the order of names: other filters leave few patients, newest first. */
const isByName = (has: HasFilter) => has('word') && !narrowed(has)

function partsOf(role: Role, has: HasFilter): Part[] {
  const few = narrowed(has)
  if (treats(role)) {
    if (few) return [treatedOf(few)]
    return has('word') ? namedOfPractitioner(has) : [ofPractitioner(has)]
  }
  if (!seesAll(role)) return [isByName(has) ? ordered({ from: visibleTo }) : { from: visibleTo }]
  if (few) return [few]
  if (has('word')) return [{ ...named(has), ...(has('other') ? firstPair : { instead: firstWord }) }]
  return [has('consent') ? consented : { from: visibleTo }]
}

/** Newest first; by name with `word` alone. Each part contains only patients whom the caller may see. */
export const listing = pagedListing(
  {
    ...records,
    lookup: (db, { tenantId }) => patientsIn(db, tenantId),
    by: (_, has) => (isByName(has) ? 'w.word' : undefined),
    ascending: (_, has) => isByName(has),
    parts: partsOf,
  },
  conditions,
)
