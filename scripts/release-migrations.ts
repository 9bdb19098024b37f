import { writeFile } from 'node:fs/promises'
import { MIGRATIONS, readMigrations } from '../server/src/db/migration-files.ts'
import { RELEASED, readReleased } from '../server/src/db/released.ts'

/** Adds migrations that are not released yet to `server/migrations/released.sha256`, for the next release. */
const migrations = await readMigrations(MIGRATIONS)
const now = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
const released = await readReleased()
const changed = [...released].filter(([name, sha256]) => now.get(name) !== sha256).map(([name]) => name)
if (changed.length > 0) {
  console.error(
    `Migrations of a release were edited or removed: ${changed.join(', ')}. Restore them and add a migration.`,
  )
  process.exitCode = 1
} else {
  await writeFile(RELEASED, migrations.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''))
  console.log(`${now.size - released.size} migrations are new in this release, ${now.size} in total.`)
}
