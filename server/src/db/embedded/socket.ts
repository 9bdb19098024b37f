import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Home } from './home-type.ts'
import type { Postmaster } from './postmaster.ts'

/** The longest path of a Unix socket on macOS; Linux takes four bytes more. */
const LONGEST_PATH = 103

/**
 * Whether PostgreSQL can create its Unix socket in the data folder. A socket is faster than TCP. But a path can be too long or
 * contain a separator of PostgreSQL's setting, and some file systems do not support sockets.
 */
export async function supportsSocket({ folder, data }: Home): Promise<boolean> {
  if (/[,"]/.test(data) || Buffer.byteLength(join(data, '.s.PGSQL.65535')) > LONGEST_PATH) return false
  const server = createServer()
  try {
    server.listen(join(folder, `s.${process.pid}`))
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

/** The owner's URL of a database. */
export function urlIn({ port, sockets }: Postmaster, password: string, database: string): string {
  const host = sockets === '' ? '127.0.0.1' : encodeURIComponent(sockets)
  return `postgres://medina:${password}@${host}:${port}/${database}`
}
