import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A server for one test, which can be stopped, frozen and restarted. */
export type GoServer = {
  start(): Promise<void>
  end(): Promise<void>
  /** Stops the process: connections stay open and are accepted, without responses. */
  freeze(): void
  thaw(): void
}

/** @param healthUrl returns 200 once the server is ready */
export function goServer(launch: () => ChildProcess, healthUrl: string): GoServer {
  let child: ChildProcess | undefined
  return {
    async start() {
      child = launch()
      await ready(child, healthUrl)
    },
    async end() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  for (;;) {
    if (ended) throw new Error(`${child.spawnfile} exited before it was ready.`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((next) => setTimeout(next, 50))
  }
}
