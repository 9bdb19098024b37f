import { Database } from '../db/database.ts'
import { sealAll } from './sealing.ts'

/** Seals the log of a database, given by the worker's address, in a process of its own; says how many rows that were. */
const database = new Database({
  url: process.argv[2]!,
  poolSize: 2,
  laneCount: 1,
  testClock: true,
  applicationName: 'sealer of a test',
})
console.log(await sealAll(database))
await database.close()
