import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { codeOf, StartError } from '../db/start-error.ts'
import { newId } from '../lib/ids.ts'

/** Folders that PostgreSQL recreates at start (its manual, "Making a Base Backup Using the Low Level API"). */
const RECREATED = ['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans']
const EXCLUDED =
  /^(\.s\.PGSQL\..*|postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*|.*\.tmp)$/

/**
 * Copies the data folder of a running PostgreSQL. The files are copied at different times; recovery with the WAL since the
 * start of the copy makes them consistent.
 * @param client of a superuser, connected for the whole copy
 * @param to a folder that does not exist yet
 */
export async function copyCluster(client: pg.ClientBase, to: string): Promise<void> {
  const { rows } = await client.query<{ data: string }>(`select current_setting('data_directory') as data`)
  const { data } = rows[0]!
  if ((await readdir(join(data, 'pg_tblspc'))).length > 0)
    throw new StartError('The database has a tablespace outside of DATA_DIR, which backups do not include.')
  // A temporary slot and a started backup both end with the connection.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [`medina_${newId('jti').slice(4)}`])
  await client.query(`select pg_backup_start('medina-care', true)`)
  await copyFolder(data, to, '')
  await copyControl(data, to)
  const { rows: stopped } = await client.query<{ label: string; last: string; spaces: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last, spcmapfile as spaces from pg_backup_stop(false)',
  )
  const { label, last } = stopped[0]!
  await copyWal(join(data, 'pg_wal'), join(to, 'pg_wal'), walStart(label), last)
  await writeFile(join(to, 'backup_label'), label, { mode: 0o600 })
}

async function copyFolder(from: string, to: string, path: string): Promise<void> {
  await mkdir(join(to, path), { mode: 0o700 })
  for (const entry of await entriesOf(join(from, path))) {
    const below = join(path, entry.name)
    if (path === '' && RECREATED.includes(entry.name)) await mkdir(join(to, below), { mode: 0o700 })
    else if (below === 'pg_wal') await mkdir(join(to, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
    else if (EXCLUDED.test(entry.name) || below === CONTROL) continue
    else if (entry.isDirectory()) await copyFolder(from, to, below)
    else if (entry.isFile()) await ignoringMissing(copyFile(join(from, below), join(to, below)))
    else throw new StartError(`${join(from, below)} is a link, which backups do not include.`)
  }
}

/** Copies to the current end of the file: Node's copyFile() hangs if a file is truncated meanwhile. */
async function copyFile(from: string, to: string): Promise<void> {
  const file = await open(from)
  await pipeline(file.createReadStream(), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
}

const entriesOf = async (folder: string) => (await ignoringMissing(readdir(folder, { withFileTypes: true }))) ?? []

/** Ignores the missing files of tables that were dropped during the copy: the WAL records the drop. */
async function ignoringMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const CONTROL = join('global', 'pg_control')

/** Reads this file until two reads agree: it has a checksum, and the WAL does not repair it. */
async function copyControl(from: string, to: string): Promise<void> {
  let before = await readFile(join(from, CONTROL))
  for (;;) {
    await pause(5)
    const now = await readFile(join(from, CONTROL))
    if (now.equals(before)) break
    before = now
  }
  await writeFile(join(to, CONTROL), before, { mode: 0o600 })
}

function walStart(label: string): string {
  const [, start] = /^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)$/m.exec(label) ?? []
  if (start === undefined) throw new Error(`PostgreSQL wrote a backup label in an unknown format: ${label}`)
  return start
}

/** @throws {StartError} if a segment is missing, because the copy could not be started */
async function copyWal(from: string, to: string, first: string, last: string): Promise<void> {
  const segments = (await readdir(from)).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
  const { size } = await stat(join(from, last))
  if (segments.length !== numberOf(last, size) - numberOf(first, size) + 1)
    throw new StartError('PostgreSQL removed a part of its WAL that the backup needs. Try again.')
  for (const name of segments) await copyFile(join(from, name), join(to, name))
}

/** The segment's number from its name: 8 digits of the timeline, 8 of the 4 GiB log, 8 of the segment within. */
function numberOf(name: string, size: number): number {
  const [log, segment] = [name.slice(8, 16), name.slice(16)].map((digits) => Number.parseInt(digits, 16))
  return log! * (2 ** 32 / size) + segment!
}
