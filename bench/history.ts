import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'

export const historyFile = join(import.meta.dirname, 'history.md')

/** The columns of the table of the main job. The first three name the run. */
export const measurements = ['bookings', 'reads by id', 'lists of 20', 'token grants', 'deliveries'] as const

export type Measurement = (typeof measurements)[number]

/** A row of the table. A ratio is `0.46 (0.41 to 0.52)`. */
export type Run = { date: string; commit: string; machine: string; ratios: Partial<Record<Measurement, string>> }

const HEADER = '| date | commit | machine |'

/** The recorded runs of the main job, oldest first. */
export async function recordedRuns(): Promise<Run[]> {
  const lines = await historyLines()
  const { from, to } = runsIn(lines)
  return lines.slice(from, to).map((line) => {
    const [date = '', commit = '', machine = '', ...cells] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const ratios = measurements.map((name, n) => [name, cells[n]] as const).filter(([, cell]) => cell)
    return { date, commit, machine, ratios: Object.fromEntries(ratios) }
  })
}

/** Adds a run below the others. */
export async function recordRun({ date, commit, machine, ratios }: Run): Promise<void> {
  const lines = await historyLines()
  const cells = [date, commit, machine, ...measurements.map((name) => ratios[name] ?? '')]
  await writeFile(historyFile, lines.toSpliced(runsIn(lines).to, 0, `| ${cells.join(' | ')} |`).join('\n'))
}

const historyLines = async (): Promise<string[]> => (await readFile(historyFile, 'utf8')).split('\n')

/** The lines of the runs, below the header, the rule and the aims. */
function runsIn(lines: string[]): { from: number; to: number } {
  const from = lines.findIndex((line) => line.startsWith(HEADER)) + 3
  return { from, to: lines.findIndex((line, n) => n >= from && !line.startsWith('|')) }
}

export const today = (): string => new Date().toISOString().slice(0, 10)

export const currentCommit = (): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()

export function machine(): string {
  const models = new Set(cpus().map(({ model }) => model))
  return `${cpus().length} × ${[...models].join(', ')}`
}

/** The machine with its load, which shows whether other programs were running. */
export const loadedMachine = (): string => `${machine()}, load ${loadavg()[0]!.toFixed(0)}`
