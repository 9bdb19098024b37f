import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the server's CPU profile, if requested by BENCH_PROFILE=1. */
const folder = join(import.meta.dirname, '..', 'results', 'profile')
const isRequested = process.env.BENCH_PROFILE === '1'

/** The server's environment for profiling. */
export async function profiling(): Promise<Record<string, string>> {
  if (!isRequested) return {}
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` }
}

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/** Prints the server's functions by their own CPU time, without idle time, after it exited. */
export async function printProfile(): Promise<void> {
  if (!isRequested) return
  const file = (await readdir(folder)).find((name) => name.endsWith('.cpuprofile'))
  if (!file) throw new Error('The server wrote no profile.')
  const { nodes, samples, timeDeltas }: Profile = JSON.parse(await readFile(join(folder, file), 'utf8'))
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const spent = new Map<string, number>()
  for (const [n, id] of samples.entries()) {
    const name = names.get(id)!
    if (name !== '(idle)') spent.set(name, (spent.get(name) ?? 0) + timeDeltas[n]!)
  }
  const total = [...spent.values()].reduce((sum, us) => sum + us, 0)
  console.log(`The server's ${(total / 1e6).toFixed(1)} s of CPU time (${join(folder, file)}):`)
  for (const [name, us] of [...spent].sort(([, a], [, b]) => b - a).slice(0, 40))
    console.log(`  ${((us / total) * 100).toFixed(1).padStart(5)} %  ${name}`)
}

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName || '(native)'
  const path = (url.startsWith('file:') ? fileURLToPath(url) : url).replace(/^.*\/(node_modules|server)\//, '')
  return `${functionName || '(anonymous)'} ${path}:${lineNumber + 1}`
}
