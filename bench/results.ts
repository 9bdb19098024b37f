import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'

/** Writes results with the time and the machine to a new JSON file in `results/`. */
export async function writeResults(prefix: string, results: object): Promise<void> {
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  const at = new Date().toISOString()
  const machine = { node: process.version, cpus: cpus().map(({ model }) => model) }
  const file = join(folder, `${prefix}${at.replaceAll(':', '-')}.json`)
  await writeFile(file, `${JSON.stringify({ at, machine, ...results }, null, 2)}\n`)
  console.log(`Written to ${file}`)
}
