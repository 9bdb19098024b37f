import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { asOwner, newDatabase } from '../../testing/harness.ts'
import { roles } from '../actor.ts'
import { channels } from '../lib/channels.ts'
import { templateNames } from '../pdf/content.ts'

/** Except the migrations' own table, and the directory's column that no role may read. */
test('the declared tables match the database, column by column', async () => {
  const { rows } = await asOwner(await newDatabase(), (owner) =>
    owner.query<{ name: string; columns: string[] }>(`
      select c.relname as name, array_agg(a.attname || case when a.attnotnull then '' else '?' end order by a.attname) as columns
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'migrations' and (c.relname, a.attname) <> ('public_doctors', 'tenant_id')
      group by c.relname`),
  )
  const columnsByTable = Object.fromEntries(rows.map(({ name, columns }) => [name, columns.toSorted()]))
  assert.deepEqual(declared(), columnsByTable)
})

/** The checks of single columns. */
const { rows: checks } = await asOwner(await newDatabase(), (owner) =>
  owner.query<{ column: string; definition: string }>(`
    select format('%s.%s', conrelid::regclass, attname) as column, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_attribute on attrelid = conrelid and array[attnum] = conkey
    where contype = 'c' and conparentid = 0`),
)

test('channels and roles have the same values in code and database', () => {
  const known = { channel: channels, 'users.role': roles }
  for (const [suffix, values] of Object.entries(known)) {
    const checked = checks.filter(({ column }) => column.endsWith(suffix))
    assert.ok(checked.length > 0, suffix)
    for (const { column, definition } of checked)
      assert.deepEqual(
        [...definition.matchAll(/'(\w+)'/g)].map(([, value]) => value!),
        [...values],
        `a migration changes the check of ${column}`,
      )
  }
})

test('the names of all templates pass the check of documents', () => {
  const [check, ...others] = checks.filter(({ column }) => column === 'documents.template')
  assert.deepEqual(others, [])
  const [, pattern] = check!.definition.match(/ ~ '(.+)'/)!
  for (const name of templateNames) assert.match(name, new RegExp(pattern!))
  for (const name of ['../prescription', '_page', 'A', '']) assert.doesNotMatch(name, new RegExp(pattern!))
})

/** The columns declared in `schema/`, nullable ones with a question mark. */
function declared(): Record<string, string[]> {
  const files = globSync('*.ts', { cwd: join(import.meta.dirname, 'schema') })
  const text = files.map((file) => readFileSync(join(import.meta.dirname, 'schema', file), 'utf8')).join('\n')
  const tables = [...text.matchAll(/^ {2}(\w+): \{(?: (.*) \}$|\n([\s\S]*?)^ {2}\}$)/gm)]
  return Object.fromEntries(
    tables.map(([, name, inline, block]) => [
      name!,
      (inline?.split('; ') ?? block!.split(/^ {4}(?=\w)/m).filter((column) => /^\w+:/.test(column)))
        .map((column) => column.match(/^(\w+): ([\s\S]*)/)!)
        .map(([, column, type]) => `${column}${type!.includes('| null') ? '?' : ''}`)
        .toSorted(),
    ]),
  )
}
