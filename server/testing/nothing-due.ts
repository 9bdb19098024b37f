import type pg from 'pg'
import { type Platform, startPlatform } from './harness.ts'

/** A platform without due items, so that tests can count their own. */
export async function startWithoutDueItems(): Promise<Platform> {
  const platform = await startPlatform()
  await deleteDueItems(platform.owner)
  return platform
}

/** Deletes the seeded appointments and conditions. */
export async function deleteDueItems(owner: pg.Pool): Promise<void> {
  await owner.query('update appointments set deleted_at = now() where deleted_at is null')
  await owner.query('update conditions set deleted_at = now() where deleted_at is null')
}
