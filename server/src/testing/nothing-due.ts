import type pg from 'pg'
import { type Platform, startPlatform } from './harness.ts'

/** A platform on which nothing is due but what a test makes, so that it can be counted. */
export async function startWithNothingDue(): Promise<Platform> {
  const platform = await startPlatform()
  await leaveNothingDue(platform.owner)
  return platform
}

/** Does so to a database; the sandbox's people have appointments and conditions of their own. */
export async function leaveNothingDue(owner: pg.Pool): Promise<void> {
  await owner.query('update appointments set deleted_at = now() where deleted_at is null')
  await owner.query('update conditions set deleted_at = now() where deleted_at is null')
}
