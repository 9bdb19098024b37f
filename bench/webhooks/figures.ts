import { percentile } from '../load.ts'

/** A result with its target. With `isRequired`, a missed target is a fault, not only slow. */
export type Figure = { name: string; figure: string; aim: string; isMet?: boolean; isRequired?: boolean }

export type Outcome = { figures: Figure[]; details: object }

export type Latencies = { count: number; p50: number; p99: number; max: number }

export function latencies(ms: number[]): Latencies {
  const sorted = ms.toSorted((a, b) => a - b)
  return {
    count: ms.length,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? Number.NaN,
  }
}

export const shown = ({ p50, p99, max }: Latencies): string =>
  `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${max.toFixed(0)} ms`

const statusOf = ({ isMet, isRequired }: Figure): string =>
  isMet === undefined ? '' : isMet ? 'met' : isRequired ? 'FAULT' : 'missed'

/** The duration of a run in seconds, or BENCH_SEC. */
export const seconds = (own: number): number => Number(process.env.BENCH_SEC ?? own)

/** A count that is reduced for shorter runs. */
export const scaled = (full: number, ownSec: number): number => Math.ceil(full * Math.min(1, seconds(ownSec) / ownSec))

export const table = (figures: Figure[]): string =>
  columns([['what', 'figure', 'aim', ''], ...figures.map((row) => [row.name, row.figure, row.aim, statusOf(row)])])

/** Rows of cells as lines of aligned columns. */
export function columns(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, n) => cell.padEnd(widths[n]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
