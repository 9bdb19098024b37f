import type { Worker } from 'node:worker_threads'

/** Running threads. */
const threads = new Set<Worker>()
process.on('worker', (worker) => {
  threads.add(worker)
  worker.once('exit', () => threads.delete(worker))
})

/**
 * Ends the process at once. `process.exit` waits for threads, and one in native code cannot be interrupted; so if any is
 * running, the process is killed and the exit code differs.
 */
export function endProcess(code: number): void {
  if (threads.size > 0) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}
