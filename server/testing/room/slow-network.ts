import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Network } from './network.ts'

/** The conditions of each direction. `delayMs` is half of the round-trip time, `loss` a probability. */
export type Conditions = { delayMs: number; bitsPerSecond: number; loss: number }

/** A slow way to a server of the private network. It ends with the file's tests. */
export type SlowLink = { address: string; set(conditions: Conditions): void }

/** @param server the address of the server, by UDP */
export async function openSlowLink(network: Network, server: string): Promise<SlowLink> {
  const [host, port] = server.split(':') as [string, string]
  const [program, ...given] = network.command(process.execPath, join(import.meta.dirname, 'slow-link.ts'), host, port)
  const link = spawn(program!, given, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  after(() => link.disconnect())
  const [own] = (await once(link, 'message')) as [number]
  return { address: `${host}:${own}`, set: (conditions) => void link.send(conditions) }
}
