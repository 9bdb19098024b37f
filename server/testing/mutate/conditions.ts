import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { conditionsUnder, type Mistake } from './mistakes.ts'

/**
 * Finds conditions that no test distinguishes:
 * - conditions of SQL. Each statement that a test executes is executed once more without each of its conditions, in a savepoint.
 *   A condition is distinguished if that changes the rows or the number of written rows, or fails.
 * - guards (`if (…) throw`, `if (…) return`) and assertions. A guard is distinguished if it was true, an assertion if it threw.
 *
 * Each of the others is a mistake that no test can notice, or one that changes nothing. A distinguished condition may still be
 * untested, because a test may not look at the result; `npm run mutate` shows that.
 *
 * `--under` limits the conditions. The given test files run, or by default all tests of the server. If a test fails, so does the
 * command, because the rest of the test executed nothing.
 */
const root = resolve(import.meta.dirname, '../../..')
const { values, positionals } = parseArgs({
  options: { under: { type: 'string', default: 'server/src' } },
  allowPositionals: true,
})

const tests = positionals.length > 0 ? positionals : globSync('server/src/**/*.test.ts', { cwd: root }).sort()
const conditions = conditionsUnder(root, values.under)
const folder = await mkdtemp(join(tmpdir(), 'medina-conditions-'))
const env = {
  ...process.env,
  CONDITIONS_UNDER: values.under,
  CONDITIONS_FOLDER: folder,
  NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'try-conditions.ts')}`,
}
const child = spawn(process.execPath, [resolve(root, 'server/testing/run.ts'), ...tests], {
  cwd: root,
  env,
  stdio: ['ignore', 'inherit', 'inherit'],
})
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1

const read = async (name: string) =>
  new Set((await readFile(join(folder, name), 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number))
const [executed, distinguished] = [await read('executed'), await read('distinguished')]
await rm(folder, { recursive: true })

function print(title: string, found: Mistake[]): void {
  console.log(`\n${title}`)
  for (const { file, line, source } of found)
    console.log(`  ${relative(root, file)}:${line} ${source.replaceAll(/\s+/g, ' ').slice(0, 120)}`)
}

const all = conditions.map((condition, id) => ({ condition, id }))
const only = (chosen: (id: number) => boolean) => all.filter(({ id }) => chosen(id)).map(({ condition }) => condition)
const open = only((id) => executed.has(id) && !distinguished.has(id))
print(
  'Not executed:',
  only((id) => !executed.has(id)),
)
print('Executed, and not distinguished:', open)
console.log(`\n${conditions.length} conditions, ${executed.size} executed, ${open.length} of them not distinguished`)
