import { StartError } from '../db/start-error.ts'
import { assertCompatible, type Cell } from './cell.ts'
import { copyFiles, fileKeysOf, removeFiles } from './files.ts'
import { admit, findMove, freeze, lockTenant, thaw, waitForWork } from './freeze.ts'
import { continueNumbers } from './numbering.ts'
import { comparePeople } from './people.ts'
import { sealAll } from './sealing.ts'
import {
  addPartitions,
  type Content,
  contentOf,
  deleteRows,
  LOGS,
  ofTenant,
  tablesOfTenants,
  unchanged,
} from './tables.ts'
import { withoutTasks } from './tasks.ts'
import { removeArrived, transfer } from './transfer.ts'

/** What was moved. */
export type Moved = {
  tables: number
  rows: number
  files: number
  joinedLogins: number
  /** How long the organisation could not be used; undefined if an earlier command froze it. */
  frozenMs: number | undefined
  /** Files that remained in the source. */
  filesLeft: number
}

/**
 * Moves a tenant to another cell. At any moment at most one cell serves it. Stopped at any point, the command can be repeated:
 * it continues, or begins again.
 * @param report is called with each step
 * @throws {StartError} if it cannot be moved; then the source serves it as before
 */
export async function moveTenant(
  source: Cell,
  target: Cell,
  tenantId: string,
  report: (step: string) => void,
): Promise<Moved> {
  await assertCompatible(source, target)
  await lockTenant(source.admin, tenantId)
  if (await isCommitted(target, tenantId)) return finish(source, target, tenantId, report)
  await assertMovable(source, target, tenantId)
  await comparePeople(source.admin, target.admin, tenantId) // reports conflicts before the organisation is frozen
  const copied = new Set<string>()
  report('Copying files')
  await copyFiles(source, target, tenantId, copied)
  await addPartitions(source.admin, target.admin, tenantId)
  await continueNumbers(source, target)

  report('Freezing the organisation')
  const frozenAt = performance.now()
  let mayHaveArrived = false
  try {
    await freeze(source.admin, tenantId, target.config.publicUrl)
    const { contents, people } = await withoutTasks(source.worker, async () => {
      await waitForWork(source, tenantId)
      await sealAll(source)
      await copyFiles(source, target, tenantId, copied)
      await addPartitions(source.admin, target.admin, tenantId)
      report('Copying rows')
      return transfer(source, target, tenantId, () => {
        mayHaveArrived = true
      })
    })
    await admit(target.admin, tenantId)
    const frozenMs = performance.now() - frozenAt
    const filesLeft = await cleanUp(source, target, tenantId, copied)
    const rows = contents.reduce((sum, content) => sum + content.rows, 0)
    return { tables: contents.length, rows, files: copied.size, joinedLogins: people.joined, frozenMs, filesLeft }
  } catch (error) {
    if (mayHaveArrived) report('The organisation stays frozen. Repeat the command.')
    else await thaw(source.admin, tenantId)
    throw error
  }
}

/** Lets the source serve a tenant again after a move that was interrupted before its rows arrived. @throws {StartError} */
export async function cancelMove(source: Cell, target: Cell, tenantId: string): Promise<void> {
  await lockTenant(source.admin, tenantId)
  const move = await findMove(source.admin, tenantId)
  if (!move) throw new StartError(`${tenantId} is not being moved.`)
  if (await isCommitted(target, tenantId))
    throw new StartError(`${tenantId} has arrived at ${move.toUrl}. Repeat the command without --cancel.`)
  if (move.isMoved) throw new StartError(`${tenantId} has moved to ${move.toUrl}.`)
  await thaw(source.admin, tenantId)
}

async function assertMovable(source: Cell, target: Cell, tenantId: string): Promise<void> {
  const earlier = await findMove(source.admin, tenantId)
  if (earlier?.isMoved) throw new StartError(`${tenantId} has moved to ${earlier.toUrl}.`)
  if (!(await hasTenant(source, tenantId)))
    throw new StartError(`${source.config.publicUrl} has no organisation ${tenantId}.`)
  if (await hasTenant(target, tenantId))
    throw new StartError(`${target.config.publicUrl} already has an organisation ${tenantId}.`)
  if (source.config.registrationTenant === tenantId)
    throw new StartError(`${tenantId} operates the installation (REGISTRATION_TENANT) and cannot leave it.`)
  const { rows } = await source.admin.query<{ n: number }>(
    `select count(*)::int as n
     from public.video_rooms
     where tenant_id = $1 and together_since is not null and together_seen_at > now() - interval '1 minute'`,
    [tenantId],
  )
  if (rows[0]!.n > 0)
    throw new StartError(`${rows[0]!.n} video visits are taking place. Move the organisation when none is.`)
}

/** Whether the rows have arrived at the target and the target does not serve them yet. */
async function isCommitted(target: Cell, tenantId: string): Promise<boolean> {
  const move = await findMove(target.admin, tenantId)
  return move !== undefined && move.toUrl === target.config.publicUrl && (await hasTenant(target, tenantId))
}

async function hasTenant({ admin }: Cell, tenantId: string): Promise<boolean> {
  return (await admin.query('select from public.tenants where tenant_id = $1', [tenantId])).rowCount! > 0
}

/** Continues after the rows have arrived: compares them again, and deletes those of the source if that has not happened. */
async function finish(source: Cell, target: Cell, tenantId: string, report: (step: string) => void): Promise<Moved> {
  report('The rows have already arrived; comparing them again')
  const tables = (await tablesOfTenants(source.admin)).map(unchanged)
  const keys = await fileKeysOf(target.admin, tenantId)
  const contents: Content[] = []
  for (const table of tables) contents.push(await contentOf(target.admin, table, ofTenant(tenantId)))
  if (await hasTenant(source, tenantId)) await removeArrived(source, tenantId, tables, contents)
  await admit(target.admin, tenantId)
  const filesLeft = await cleanUp(source, target, tenantId, keys)
  const rows = contents.reduce((sum, content) => sum + content.rows, 0)
  return { tables: tables.length, rows, files: keys.length, joinedLogins: 0, frozenMs: undefined, filesLeft }
}

/** @returns the number of files that remained */
async function cleanUp(source: Cell, target: Cell, tenantId: string, files: Iterable<string>): Promise<number> {
  for (const name of LOGS) await deleteRows(source.admin, name, ofTenant(tenantId))
  return removeFiles(source, target, files)
}
