import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Plants small mistakes in the code, one at a time, and expects the tests to notice: `npm run plant -- --sample 40 --seed 3`.
 * Tests of the same folder run first; what they miss is planted again for those of the area and the matrices. `--under` limits
 * the folders.
 * Run it in a clone of its own: it edits files, and restores each.
 */
const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    under: { type: 'string', default: 'server/src' },
  },
})
const root = resolve(import.meta.dirname, '../..')
const inRoot = (pattern: string) => globSync(pattern, { cwd: root }).sort()

type Mistake = { file: string; line: number; from: string; to: string; kind: string }

/** How a line can be wrong. A tenant's filter is left: row-level security does the same, which has a test of its own. */
const operators: [kind: string, files: RegExp, change: (line: string) => string | undefined][] = [
  [
    'a condition of SQL is missing',
    /quer[^/]*\.ts$/,
    (line) => (/^\s+and (?!.*tenant_id)[^`]*$/.test(line) && !/\bbetween\b|\($/.test(line) ? '' : undefined),
  ],
  [
    'a refusal is missing',
    /(actions|rules|claims|making|routes)[^/]*\.ts$/,
    (line) => (/^\s+if \(.*\) throw .*[^({,]$/.test(line) ? '' : undefined),
  ],
  [
    'a check is missing',
    /(actions|routes)[^/]*\.ts$/,
    (line) => (/^\s+(await )?(\w+\.)?assert\w+\(.*\)$/.test(line) ? '' : undefined),
  ],
  [
    'an effect is missing',
    /actions[^/]*\.ts$/,
    (line) =>
      /^\s+(await )?(defer|recordEvent|queueMessage|revoke\w*|end\w*|invalidate\w*)\(.*\)$/.test(line) ? '' : undefined,
  ],
  [
    'a bound is off by one',
    /(actions|rules)[^/]*\.ts$/,
    (line) => {
      const changed = line.replace(
        / (<=?|>=?) (?=[\w.(]+)/,
        (_, sign: string) => ` ${sign.length === 1 ? `${sign}=` : sign[0]} `,
      )
      return /^\s*(if|return|const|export const)\b/.test(line) && !line.includes('=>') && changed !== line
        ? changed
        : undefined
    },
  ],
  [
    'and instead of or',
    /(actions|rules)[^/]*\.ts$/,
    (line) =>
      /^\s*(if|return)\b.* (&&|\|\|) /.test(line)
        ? line.replace(/ (&&|\|\|) /, (_, sign) => (sign === '&&' ? ' || ' : ' && '))
        : undefined,
  ],
]

function mistakes(): Mistake[] {
  const files = inRoot(`${values.under}/**/*.ts`).filter(
    (file) => !/(\.test|-testing)\.ts$|\/sandbox\/|\/words/.test(file),
  )
  return files.flatMap((file) =>
    readFileSync(resolve(root, file), 'utf8')
      .split('\n')
      .flatMap((from, at) =>
        operators.flatMap(([kind, pattern, change]) => {
          const to = pattern.test(file) ? change(from) : undefined
          return to === undefined ? [] : [{ file, line: at + 1, from, to, kind }]
        }),
      ),
  )
}

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Tests that should notice: those of the same folder, and others of the area with the matrices. */
function testsFor(file: string): { near: string[]; wide: string[] } {
  const folder = dirname(file)
  const near = inRoot(`${folder}/**/*.test.ts`)
  const area = folder.split('/').slice(0, 4).join('/')
  const rest = inRoot(`${area}/**/*.test.ts`).filter((one) => !near.includes(one))
  const matrix = ['inside/inside-the-organisation', 'every-operation'].map((name) => `server/testing/${name}.test.ts`)
  return { near, wide: [...rest, ...matrix] }
}

const LIMIT_MS = 15 * 60_000
const HUNG = 'no test: it hung'

/** @returns the first test that failed; undefined if all pass */
async function failureIn(files: string[]): Promise<string | undefined> {
  const child = spawn(process.execPath, ['server/testing/run.ts', ...files], {
    cwd: root,
    detached: true, // so that its children can be ended with it
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let failure: string | undefined
  const end = (reason: string) => {
    if (failure !== undefined) return
    failure = reason
    process.kill(-child.pid!, 'SIGTERM')
  }
  const limit = setTimeout(() => end(HUNG), LIMIT_MS)
  const read = (chunk: Buffer) => {
    const found = /✖ (.*?)(?: \([\d.]+ms\))?\n/.exec(chunk.toString())
    if (found) end(found[1]!)
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const [code] = await once(child, 'close')
  clearTimeout(limit)
  return failure ?? (code === 0 ? undefined : `exit code ${code}`)
}

/** @returns the test that notices a mistake, of those given */
async function noticedBy({ file, line, to }: Mistake, tests: string[]): Promise<string | undefined> {
  const path = resolve(root, file)
  const text = readFileSync(path, 'utf8')
  try {
    writeFileSync(
      path,
      text
        .split('\n')
        .toSpliced(line - 1, 1, to)
        .join('\n'),
    )
    return tests.length === 0 ? undefined : await failureIn(tests)
  } finally {
    writeFileSync(path, text)
  }
}

const shown = ({ file, line, kind, from, to }: Mistake) =>
  `${file}:${line} ${kind}: ${from.trim()}${to === '' ? '' : ` → ${to.trim()}`}`

const all = mistakes()
const random = randomFrom(Number(values.seed))
let left = Array.from({ length: Number(values.sample) }, () => all.splice(Math.floor(random() * all.length), 1)[0]!)
const planted = left.length
console.log(`seed ${values.seed}: ${planted} of ${planted + all.length} mistakes`)
for (const round of ['near', 'wide'] as const) {
  console.log(`— tests ${round === 'near' ? 'of the same folder' : 'of the area, and the matrices'}`)
  const unnoticed: Mistake[] = []
  for (const mistake of left) {
    const began = performance.now()
    const found = await noticedBy(mistake, testsFor(mistake.file)[round])
    if (found === undefined || found === HUNG) unnoticed.push(mistake)
    const sec = Math.round((performance.now() - began) / 1000)
    console.log(`${shown(mistake)}\n  ${found === undefined ? 'not noticed' : `noticed by: ${found}`} (${sec} s)`)
  }
  left = unnoticed
}
console.log(`${planted - left.length} of ${planted} noticed. Not noticed:`)
for (const mistake of left) console.log(shown(mistake))
