import { after } from 'node:test'
import type { Platform } from '../../../../../testing/harness.ts'
import { testWorkerUrl } from '../../../../../testing/roles.ts'
import { Database } from '../../../../db/database.ts'

/** A separate connection with the worker's role, closed after the file's tests. */
export function asWorker(platform: Platform): Database {
  const database = new Database({
    url: testWorkerUrl(platform.ownerUrl),
    poolSize: 1,
    laneCount: 1,
    testClock: true,
    applicationName: 'worker of a test',
  })
  after(() => database.close())
  return database
}
