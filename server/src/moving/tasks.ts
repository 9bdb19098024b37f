import type { Database } from '../db/database.ts'
import { sandboxSchedule, schedule } from '../jobs/schedule.ts'
import { until } from './until.ts'

const ALL_TASKS = Object.keys({ ...schedule, ...sandboxSchedule })

/**
 * Runs work while no scheduled task runs on any server.
 * @throws {StartError} if a task does not end in time
 */
export function withoutTasks<T>(database: Database, work: () => Promise<T>, names = ALL_TASKS): Promise<T> {
  const [name, ...rest] = names
  return name === undefined ? work() : withoutTask(database, name, () => withoutTasks(database, work, rest))
}

/** Runs work while one scheduled task does not run on any server. */
export async function withoutTask<T>(database: Database, name: string, work: () => Promise<T>): Promise<T> {
  let done: { result: T } | undefined
  await until(`the task ${name} is still running`, async () => {
    done = await database.runExclusively(name, async () => ({ result: await work() }))
    return done !== undefined
  })
  return done!.result
}
