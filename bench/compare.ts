import type pg from 'pg'
import { untilIdle } from './idle.ts'
import type { LoadResult } from './load.ts'
import { programCpuSec } from './webhooks/cpu.ts'

/** A side of a comparison. `turn` measures it once. `pid` is its process, without PostgreSQL. */
export type Side = { pid: number; turn(): Promise<LoadResult> }

export type Sides = { server: Side; reference: Side }

/** CPU time in ms for one operation: of the program, and of PostgreSQL. */
export type Cost = { program: number; postgres: number }

/** The median of the turns, by the ratio of operations per second, and the range of the ratios. */
export type Comparison = {
  name: string
  ratio: number
  low: number
  high: number
  server: LoadResult
  reference: LoadResult
  /** Undefined without `/proc`. */
  costs: { server: Cost; reference: Cost } | undefined
}

const names = ['server', 'reference'] as const

/**
 * Measures two sides in turns after a warm-up, and prints the result. Sides alternate, and so does the first of them, so
 * that noise affects both. A turn ends when messages and deliveries have been sent, so that they do not slow the other side.
 */
export async function compare(owner: pg.ClientBase, name: string, sides: Sides, turns: number): Promise<Comparison> {
  const used = { server: { program: 0, postgres: 0 }, reference: { program: 0, postgres: 0 } }
  const operations = { server: 0, reference: 0 }
  const measure = async (side: keyof Sides) => {
    const { pid } = sides[side]
    const before = await programCpuSec(pid, owner)
    const measured = await sides[side].turn()
    assertSucceeded(name, measured)
    await untilIdle(owner)
    const after = await programCpuSec(pid, owner)
    if (before && after) {
      used[side].program += (after.server - before.server) * 1000
      used[side].postgres += (after.postgres - before.postgres) * 1000
      operations[side] += measured.count
    }
    return measured
  }
  for (const side of names) await sides[side].turn() // warm-up
  await untilIdle(owner)
  const measured: Pick<Comparison, 'ratio' | 'server' | 'reference'>[] = []
  for (let turn = 0; turn < turns; turn++) {
    const pair: Partial<Record<keyof Sides, LoadResult>> = {}
    for (const side of turn % 2 === 0 ? names : names.toReversed()) pair[side] = await measure(side)
    const { server, reference } = pair as Record<keyof Sides, LoadResult>
    measured.push({ server, reference, ratio: server.perSec / reference.perSec })
  }
  measured.sort((a, b) => a.ratio - b.ratio)
  const median = measured[Math.floor(turns / 2)]!
  const [low, high] = [measured[0]!.ratio, measured.at(-1)!.ratio]
  const costOf = (side: keyof Sides): Cost => ({
    program: used[side].program / operations[side],
    postgres: used[side].postgres / operations[side],
  })
  const costs =
    operations.server * operations.reference > 0
      ? { server: costOf('server'), reference: costOf('reference') }
      : undefined
  console.log(`${name}: ${median.ratio.toFixed(2)} × the reference (${low.toFixed(2)} to ${high.toFixed(2)})`)
  for (const side of names) {
    const cost = costs ? `; CPU ${shownCost(costs[side])}` : ''
    console.log(`  ${side.padEnd(9)} ${shown(median[side])}${cost}`)
  }
  return { name, low, high, ...median, costs }
}

/** The CPU time of the reference's operation divided by the server's: less affected by other programs than speed is. */
export const costRatio = ({ costs }: Comparison): number =>
  costs ? total(costs.reference) / total(costs.server) : Number.NaN

const total = ({ program, postgres }: Cost): number => program + postgres

/** The program and PostgreSQL, for example `0.61 + 2.30 ms`. */
export const shownCost = ({ program, postgres }: Cost): string => `${program.toFixed(2)} + ${postgres.toFixed(2)} ms`

/** Refusals are fast: counted as answers, they would look like an improvement. */
export function assertSucceeded(name: string, { statuses }: Pick<LoadResult, 'statuses'>): void {
  const failed = Object.keys(statuses).filter((status) => !status.startsWith('2'))
  if (failed.length > 0) throw new Error(`${name}: answered ${failed.join(', ')}`)
}

function shown({ perSec, p50, p99, statuses }: LoadResult): string {
  const answers = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`)
  return `${perSec.toFixed(0)}/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms${answers.length > 0 ? ` (${answers.join(', ')})` : ''}`
}
