import type { Worker } from 'node:worker_threads'

/** Threads that have not ended. */
const threads = new Set<Worker>()
process.on('worker', (worker) => {
  threads.add(worker)
  worker.once('exit', () => threads.delete(worker))
})

/**
 * Ends the process at once. `process.exit` would wait for each thread, and one in native code cannot be interrupted: where
 * there still is one, the process is killed, and its code is another.
 */
export function endProcess(code: number): void {
  if (threads.size > 0) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}
