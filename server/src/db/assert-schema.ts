import type pg from 'pg'
import { type Described, describeSchema } from './catalog.ts'
import type { Migration } from './migration-files.ts'
import { StartError } from './start-error.ts'

/** How many differences the error names. */
const NAMED = 8

/**
 * Asserts that a database without migration digests has the schema that the migrations create.
 * @throws {StartError} naming the differences
 */
export async function assertSchema(owner: pg.ClientBase, migrations: Migration[]): Promise<void> {
  const differences = await differencesOfSchema(owner, migrations).catch((error: Error) => {
    throw new StartError(
      `The schema of this database cannot be compared with a new one: ${error.message}. The role of DATABASE_URL must own the database and the schema public.`,
    )
  })
  if (differences.length === 0) return
  const named = differences.slice(0, NAMED).join('; ')
  const more = differences.length > NAMED ? `; and ${differences.length - NAMED} more` : ''
  throw new StartError(
    `The schema of this database differs from the schema that its migrations create: ${named}${more}. See "A schema that differs" in docs/operating.md.`,
  )
}

/**
 * Compares the objects that the server depends on. The operator's own tables, functions and plain indexes are ignored.
 * @returns a line for each difference
 */
export async function differencesOfSchema(owner: pg.ClientBase, migrations: Migration[]): Promise<string[]> {
  return compare(await describeSchema(owner), await describeNew(owner, migrations))
}

/** Runs the migrations in a new schema, inside a transaction that is rolled back. */
async function describeNew(owner: pg.ClientBase, migrations: Migration[]): Promise<Described[]> {
  await owner.query('begin')
  try {
    await owner.query(`
      alter schema public rename to medina_installed;
      create schema public;
      create table migrations (like medina_installed.migrations including all)`)
    for (const { text } of migrations) await owner.query(text)
    return await describeSchema(owner)
  } finally {
    await owner.query('rollback').catch(() => {}) // the connection may be lost; the original error matters
  }
}

function compare(actual: Described[], expected: Described[]): string[] {
  const [present, wanted] = [essentials(actual), essentials(expected)]
  const ours = new Set(expected.map((one) => one.parent))
  const missing = expected.filter(({ what }) => !present.has(what))
  const missingTables = missing.filter(({ what, parent }) => what === `relation ${parent}`)
  const lines = [
    ...missing
      .filter((one) => missingTables.includes(one) || !missingTables.some(({ parent }) => parent === one.parent))
      .map(({ what }) => `${what} is missing`),
    ...[...wanted]
      .filter(([what, essential]) => present.has(what) && present.get(what) !== essential)
      .map(([what]) => `${what} differs`),
    ...actual
      .filter(({ what, parent }) => !wanted.has(what) && ours.has(parent) && !what.startsWith('index '))
      .map(({ what }) => `${what} is unexpected`),
  ]
  return [...new Set(lines)]
}

/** The essential properties by object. The partitions of a table count as one object, which may have several descriptions. */
const essentials = (described: Described[]) =>
  new Map(
    Object.entries(Object.groupBy(described, ({ what }) => what)).map(([what, all]) => [
      what,
      [...new Set(all!.map(({ essential }) => essential))].join('\n'),
    ]),
  )
