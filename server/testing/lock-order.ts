import { eventually } from './eventually.ts'
import type { Answer, Platform } from './harness.ts'

/** Locks a prescription, starts the calls so that they wait for it in this order, and releases it. @returns their responses */
export async function runInLockOrder(
  { owner }: Pick<Platform, 'owner'>,
  prescriptionId: string,
  calls: (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const holder = await owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from prescriptions where id = $1 for update', [prescriptionId])
    const answers: Promise<Answer>[] = []
    let settled = 0
    for (const call of calls) {
      answers.push(call().finally(() => settled++))
      await eventually(async () => {
        const { rows } = await owner.query(
          `select from pg_stat_activity
           where datname = current_database()
             and wait_event_type = 'Lock'
             and (query like '%from prescriptions%' or query like '%pg_advisory_xact_lock%')`,
        )
        return rows.length + settled >= answers.length
      }, 'a call to wait for the prescription, or for an earlier call about the same resource')
    }
    await holder.query('commit')
    return await Promise.all(answers)
  } finally {
    holder.release()
  }
}
