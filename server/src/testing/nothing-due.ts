import type pg from 'pg'
import { type Platform, startPlatform } from './harness.ts'

/** A platform without due items, so that tests can count their own. */
export async function startWithNothingDue(): Promise<Platform> {
  const platform = await startPlatform()
  await leaveNothingDue(platform.owner)
  return platform
}

/** Deletes the seeded appointments and conditions. */
export async function leaveNothingDue(owner: pg.Pool): Promise<void> {
  await owner.query('update appointments set deleted_at = now() where deleted_at is null')
  await owner.query('update conditions set deleted_at = now() where deleted_at is null')
}
