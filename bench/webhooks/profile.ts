import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the server's time is to be written down, if it was asked for (BENCH_PROFILE=1). */
const folder = join(import.meta.dirname, '..', 'results', 'profile')
const asked = process.env.BENCH_PROFILE === '1'

/** What the server's environment needs for it. */
export async function profiling(): Promise<Record<string, string>> {
  if (!asked) return {}
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` }
}

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/** Prints where the server spent its time, once it has ended: functions by their own time, idling left out. */
export async function printProfile(): Promise<void> {
  if (!asked) return
  const file = (await readdir(folder)).find((name) => name.endsWith('.cpuprofile'))
  if (!file) throw new Error('The server left no profile.')
  const { nodes, samples, timeDeltas }: Profile = JSON.parse(await readFile(join(folder, file), 'utf8'))
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const spent = new Map<string, number>()
  for (const [n, id] of samples.entries()) {
    const name = names.get(id)!
    if (name !== '(idle)') spent.set(name, (spent.get(name) ?? 0) + timeDeltas[n]!)
  }
  const total = [...spent.values()].reduce((sum, us) => sum + us, 0)
  console.log(`The server's ${(total / 1e6).toFixed(1)} s of work (${join(folder, file)}):`)
  for (const [name, us] of [...spent].sort(([, a], [, b]) => b - a).slice(0, 40))
    console.log(`  ${((us / total) * 100).toFixed(1).padStart(5)} %  ${name}`)
}

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName || '(native)'
  const path = (url.startsWith('file:') ? fileURLToPath(url) : url).replace(/^.*\/(node_modules|server)\//, '')
  return `${functionName || '(anonymous)'} ${path}:${lineNumber + 1}`
}
