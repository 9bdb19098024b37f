import { Database } from '../src/db/database.ts'
import { sealAll } from './sealing.ts'

/** Seals the audit log in a child process, given the worker's database URL; prints the number of rows. */
const database = new Database({
  url: process.argv[2]!,
  poolSize: 2,
  laneCount: 1,
  testClock: true,
  applicationName: 'sealer of a test',
})
console.log(await sealAll(database))
await database.close()
