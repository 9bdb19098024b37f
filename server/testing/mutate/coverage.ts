import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mistake } from './mistakes.ts'

const root = resolve(import.meta.dirname, '../../..')
const CACHE = join(root, 'node_modules/.cache/mutate')

/** The executed code of a file with this digest: `edges` alternates between offsets of starts and ends. */
type Executed = { digest: string; edges: number[] }
type Coverage = { test: string; files: Record<string, Executed> }

/** The used part of V8's coverage report. Ranges are nested, and the innermost one applies. */
type Range = { startOffset: number; endOffset: number; count: number }
type Report = { result: { url: string; functions: { ranges: Range[] }[] }[] }

const known = new Map<string, Coverage>()

/** Whether a test executes the code of a mistake. Undefined if the test was not measured since the code changed. */
export function executes(test: string, mistake: Mistake): boolean | undefined {
  const coverage = coverageOf(test)
  if (!coverage) return undefined
  const places = placesOf(mistake)
  let isUnknown = false
  for (const { file, offset } of places) {
    const executed = coverage.files[relative(root, file)]
    // Files that the test does not load are absent.
    if (!executed) continue
    if (executed.digest !== digestOf(file)) isUnknown = true
    else if (isExecuted(executed.edges, offset)) return true
  }
  return isUnknown ? undefined : false
}

function coverageOf(test: string): Coverage | undefined {
  const digest = digestOf(resolve(root, test))
  const file = cacheOf(test)
  if (!known.has(test) && existsSync(file)) known.set(test, JSON.parse(readFileSync(file, 'utf8')))
  const coverage = known.get(test)
  return coverage?.test === digest ? coverage : undefined
}

/** Runs a test with a mistake, and measures its coverage if unknown. Killed child processes report no coverage. */
export async function runWithCoverage<T extends { result: string }>(
  test: string,
  mistake: Mistake,
  run: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (executes(test, mistake) !== undefined) return run({})
  const folder = await mkdtemp(join(tmpdir(), 'medina-coverage-'))
  try {
    const outcome = await run({ NODE_V8_COVERAGE: folder })
    if (outcome.result === 'passed') await store(test, folder, mistake.file)
    return outcome
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Stores coverage. Offsets in the changed file do not match its source, so its earlier coverage is kept, if any. */
async function store(test: string, folder: string, changed: string): Promise<void> {
  const edges = new Map<string, number[]>()
  for (const name of await readdir(folder)) {
    const { result }: Report = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    for (const { url, functions } of result) {
      if (!url.startsWith('file:')) continue
      const file = relative(root, fileURLToPath(url))
      if (!/^server\/src\/.*(?<!\.test)\.ts$/.test(file)) continue
      const added = edgesOf(functions.flatMap(({ ranges }) => ranges))
      edges.set(file, union(edges.get(file) ?? [], added))
    }
  }
  const files = Object.fromEntries(
    [...edges].map(([file, offsets]) => [file, { digest: digestOf(resolve(root, file)), edges: offsets }]),
  )
  const own = relative(root, changed)
  if (files[own]) files[own] = coverageOf(test)?.files[own] ?? { digest: 'unknown', edges: [] }
  const coverage: Coverage = { test: digestOf(resolve(root, test)), files }
  known.set(test, coverage)
  await mkdir(CACHE, { recursive: true })
  const file = `${cacheOf(test)}.${randomUUID()}` // two mistakes may run the same test
  await writeFile(file, JSON.stringify(coverage))
  await rename(file, cacheOf(test))
}

const cacheOf = (test: string) => join(CACHE, `${test.replaceAll('/', '+')}.json`)

const digests = new Map<string, string>()
function digestOf(file: string): string {
  let digest = digests.get(file)
  if (digest === undefined) {
    digest = existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 12) : ''
    digests.set(file, digest)
  }
  return digest
}

/** Converts nested ranges to the edges of the executed code. */
function edgesOf(ranges: Range[]): number[] {
  const sorted = ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  const edges: number[] = []
  const open: Range[] = []
  let at = 0
  const advance = (to: number) => {
    const isOn = (open.at(-1)?.count ?? 0) > 0
    if (isOn && to > at) {
      if (edges.at(-1) === at) edges[edges.length - 1] = to
      else edges.push(at, to)
    }
    at = to
  }
  const close = () => {
    advance(open.at(-1)!.endOffset)
    open.pop()
  }
  for (const range of sorted) {
    while (open.length > 0 && open.at(-1)!.endOffset <= range.startOffset) close()
    advance(range.startOffset)
    open.push(range)
  }
  while (open.length > 0) close()
  return edges
}

function union(a: number[], b: number[]): number[] {
  const spans = [...pairs(a), ...pairs(b)].sort(([x], [y]) => x - y)
  const edges: number[] = []
  for (const [from, to] of spans) {
    if (edges.length > 0 && from <= edges.at(-1)!) edges[edges.length - 1] = Math.max(edges.at(-1)!, to)
    else edges.push(from, to)
  }
  return edges
}

const pairs = (edges: number[]) =>
  Array.from({ length: edges.length / 2 }, (_, n): [number, number] => [edges[2 * n]!, edges[2 * n + 1]!])

const isExecuted = (edges: number[], offset: number) => pairs(edges).some(([from, to]) => from <= offset && offset < to)

const sources = globSync('server/src/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => resolve(root, file))

type Place = { file: string; offset: number }

/** The place of a mistake, or the uses of a constant: every test that loads a file executes its constants. */
function placesOf({ file, start }: Mistake): Place[] {
  const source = readFileSync(file, 'utf8')
  const declaration = source
    .slice(0, start)
    .split('\n')
    .findLast((line) => /^(export |async |const |function |class )/.test(line))
  const name = /^(?:export )?const (\w+)\b(?!.*(=>|\bfunction\b))/.exec(declaration ?? '')?.[1]
  if (!name) return [{ file, offset: start }]
  const places: Place[] = []
  for (const one of sources) {
    const text = readFileSync(one, 'utf8')
    if (!text.includes(name)) continue
    for (const { index } of text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))) {
      const line = text.slice(text.lastIndexOf('\n', index) + 1, index)
      if (/^(import|export const|const) |^\s*(\*|\/\/|\/\*)/.test(line) || isWithinImport(text, index)) continue
      places.push({ file: one, offset: index })
    }
  }
  return places.length > 0 ? places : [{ file, offset: start }]
}

const isWithinImport = (text: string, at: number) => /(^|\n)import [^;'"]*$/.test(text.slice(Math.max(0, at - 400), at))
