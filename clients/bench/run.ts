import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { withoutPhp } from '../conformance/languages.ts'
import { PYTHON, SOURCES, withoutPython } from '../conformance/python.ts'

/**
 * Measures the overhead of the libraries: a call through each against the plain HTTP client of its language, alternating in
 * one run; the
 * import time of the Python package against httpx; and the size of a program with one call. Prints ratios of medians.
 * Needs a running sandbox at MEDINA_URL, by default that of `npm start`.
 */
const url = process.env.MEDINA_URL ?? 'http://localhost:3000'
const root = join(import.meta.dirname, '../..')

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Runs a program that prints two times on each line, of the library and of the bare client. @returns the ratio of medians */
async function ratioOf([program, ...args]: string[]): Promise<string> {
  const child = spawn(program!, args, {
    env: { ...process.env, MEDINA_URL: url, PYTHONPATH: SOURCES },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pairs: [number, number][] = []
  for await (const line of createInterface({ input: child.stdout }))
    pairs.push(line.split(' ').map(Number) as [number, number])
  if (child.exitCode === null) await once(child, 'exit')
  if (child.exitCode !== 0 || pairs.length === 0) throw new Error(`${program} failed.`)
  const [own, bare] = [median(pairs.map(([one]) => one)), median(pairs.map(([, other]) => other))]
  return `${(own / bare).toFixed(2)} × (${own.toFixed(2)} ms, bare ${bare.toFixed(2)} ms, ${pairs.length} pairs)`
}

/** The import time of a module in a new interpreter, in milliseconds. */
function importMs(module: string): number {
  const code = `import time; began = time.perf_counter(); import ${module}; print((time.perf_counter() - began) * 1000)`
  const env = { ...process.env, PYTHONPATH: SOURCES }
  return Number(execFileSync(PYTHON, ['-c', code], { env, encoding: 'utf8' }))
}

async function gzipped(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'node', target: 'node20' },
  })
  return gzipSync(outputFiles[0]!.contents).length
}

const at = (file: string) => join(import.meta.dirname, file)
console.log('a call, JavaScript against fetch:', await ratioOf([process.execPath, at('calls.ts')]))
if (withoutPhp) console.log(withoutPhp)
else console.log('a call, PHP against curl:', await ratioOf(['php', at('calls.php')]))
if (withoutPython) console.log(withoutPython)
else {
  console.log('a call, Python against httpx:', await ratioOf([PYTHON, at('calls.py')]))
  console.log('a call, asynchronous Python against httpx:', await ratioOf([PYTHON, at('calls.py'), 'async']))
  for (const module of ['httpx', 'medina_care']) importMs(module) // compiles
  const pairs = Array.from({ length: 15 }, () => [importMs('medina_care'), importMs('httpx')] as const)
  const [own, bare] = [median(pairs.map(([one]) => one)), median(pairs.map(([, other]) => other))]
  console.log(
    `import, Python against httpx: ${(own / bare).toFixed(2)} × (${own.toFixed(0)} ms, httpx ${bare.toFixed(0)} ms)`,
  )
}
const source = './clients/javascript/src/index.ts'
console.log(
  'one call, gzipped:',
  await gzipped(`import { Medina } from '${source}'; await new Medina({}).me.get()`),
  'bytes',
)
console.log(
  'webhooks alone, gzipped:',
  await gzipped(`import { webhooks } from '${source}'; webhooks.verify('', {}, '')`),
  'bytes',
)
