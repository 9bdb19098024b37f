import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

/** Runs a process that calls endProcess() while its thread is busy or ended. @returns how it ended */
function ended(work: string, when: 'message' | 'exit') {
  const program = `
    const { endProcess } = await import(${JSON.stringify(join(import.meta.dirname, 'end-process.ts'))})
    const { Worker } = await import('node:worker_threads')
    const thread = new Worker(${JSON.stringify(work)}, { eval: true })
    thread.once('${when}', () => setTimeout(endProcess, 100, 0))`
  const { status, signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', program])
  return { status, signal }
}

test('a process without running threads exits with its code', () => {
  assert.deepEqual(ended('', 'exit'), { status: 0, signal: null })
})

test('a process ends even if a thread is in native code', () => {
  const minutes = `
    import { pbkdf2Sync } from 'node:crypto'
    import { parentPort } from 'node:worker_threads'
    parentPort.postMessage('at work')
    pbkdf2Sync('', '', 2 ** 31 - 1, 32, 'sha256')`
  assert.deepEqual(ended(minutes, 'message'), { status: null, signal: 'SIGKILL' })
})
