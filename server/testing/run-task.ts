import type pg from 'pg'
import { eventually } from './eventually.ts'

/** Makes a scheduled task due, waits until a server has run it, and switches it off again. */
export async function runTask(owner: pg.Pool, name: string): Promise<void> {
  const { rowCount } = await owner.query('update jobs set due_at = now(), failures = 0 where name = $1', [name])
  if (rowCount !== 1) throw new Error(`There is no scheduled task ${name}.`)
  const hasRun = 'select from jobs where name = $1 and due_at > now() and failures = 0 and holder is null'
  await eventually(async () => (await owner.query(hasRun, [name])).rowCount === 1, `the task ${name}`)
  await owner.query(`update jobs set due_at = 'infinity' where name = $1`, [name])
}
