import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { asOwner, newDatabase, newFolder } from '../../testing/harness.ts'
import { migrate } from './migrate.ts'

/** A block that waits until a condition on `pg_locks` holds. */
const wait = (until: string) => `do $$ begin while not (${until}) loop perform pg_sleep(0.02); end loop; end $$`
const isLocked = (table: string) =>
  `exists (select from pg_locks where relation = '${table}'::regclass and granted and pid <> pg_backend_pid())`
const isWaitedFor = (table: string) =>
  `exists (select from pg_locks where relation = '${table}'::regclass and not granted)`

/** Locks `second` when the other transaction, which has it, waits for `first`. Repeated, it finds both free. */
const migration = `
  lock table first;
  ${wait(`${isWaitedFor('first')} or not ${isLocked('second')}`)};
  lock table second;
  create table third ();`

test('a migration that the database aborts because of a deadlock is repeated', async () => {
  const url = await newDatabase()
  const folder = await newFolder()
  await writeFile(`${folder}/9999_deadlock.sql`, migration)
  await asOwner(url, (owner) => owner.query('create table first (); create table second ()'))
  await asOwner(url, async (other) => {
    await other.query(`begin; set local deadlock_timeout = '1min'; lock table second`)
    const applied = migrate(url, 'sandbox', undefined, pathToFileURL(`${folder}/`))
    await other.query(wait(isLocked('first')))
    await other.query('lock table first') // granted when the migration is aborted
    await other.query('commit')
    assert.deepEqual(await applied, ['9999_deadlock.sql'])
  })
  await asOwner(url, (owner) => owner.query('select from third'))
})
