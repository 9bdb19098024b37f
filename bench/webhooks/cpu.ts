import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Stage } from '../stage.ts'
import type { TestBed } from './test-bed.ts'

/** CPU seconds that a server and its database have used since their start. */
export type ServerCpuSec = { server: number; postgres: number }

/** The same for each process of a setup. */
export type CpuSec = ServerCpuSec & { receiver: number; generator: number }

/** Ticks per second in `/proc/…/stat`, on every Linux. */
const TICKS = 100

/** @returns undefined without `/proc` */
export async function cpuSec({ server, owner, receiver }: TestBed): Promise<CpuSec | undefined> {
  const serverCpu = await serverCpuSec({ server, owner })
  const { user, system } = process.cpuUsage()
  return (
    serverCpu && {
      ...serverCpu,
      receiver: (await receiver.usage()).cpuMs / 1000,
      generator: (user + system) / 1e6,
    }
  )
}

/** @returns undefined without `/proc` */
export const serverCpuSec = ({ server, owner }: Pick<Stage, 'server' | 'owner'>): Promise<ServerCpuSec | undefined> =>
  programCpuSec(server.process.pid!, owner)

/** Excludes the connection `owner`, which only measures. @returns undefined without `/proc` */
export async function programCpuSec(pid: number, owner: pg.ClientBase): Promise<ServerCpuSec | undefined> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const processes = await allProcesses()
  const measuring = processes.get(rows[0]!.pid)
  const own = processes.get(pid)
  if (!measuring || !own) return undefined
  const postmaster = measuring.parent
  const backends = [...processes.values()].filter((one) => one.parent === postmaster && one !== measuring)
  return {
    server: own.sec,
    // Finished backends are counted in their parent.
    postgres: backends.reduce((sum, { sec }) => sum + sec, processes.get(postmaster)!.withEndedSec),
  }
}

/** The share of one core that each process used in between. */
export const sharesOf = (before: CpuSec, after: CpuSec, sec: number): CpuSec => ({
  server: (after.server - before.server) / sec,
  postgres: (after.postgres - before.postgres) / sec,
  receiver: (after.receiver - before.receiver) / sec,
  generator: (after.generator - before.generator) / sec,
})

type Process = { parent: number; sec: number; withEndedSec: number }

async function allProcesses(): Promise<Map<number, Process>> {
  const processes = new Map<number, Process>()
  for (const entry of await readdir('/proc').catch(() => [])) {
    const stat = /^\d+$/.test(entry) ? await readFile(`/proc/${entry}/stat`, 'latin1').catch(() => '') : ''
    if (stat === '') continue // it exited meanwhile
    // The name is in parentheses and may contain any characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = (from: number, to: number) =>
      fields.slice(from, to).reduce((sum, field) => sum + Number(field), 0) / TICKS
    processes.set(Number(entry), { parent: Number(fields[1]), sec: ticks(11, 13), withEndedSec: ticks(11, 15) })
  }
  return processes
}
