import { randomBytes } from 'node:crypto'
import { Clock } from '../src/lib/clock.ts'
import { Vault } from '../src/lib/secrets.ts'
import { openStorage } from '../src/providers/storage/open.ts'

/** Writes large files into a folder, one after the other, until it is killed. */
process.once('disconnect', () => process.exit()) // the parent exited
const [path] = process.argv.slice(2)
const config = { storage: { kind: 'folder', path: path! }, cdnUrl: 'http://localhost' } as const
const storage = await openStorage(config, new Vault([Buffer.alloc(32, 1)]), new Clock())
for (let n = 0; n < 100; n++) await storage.put(`ten_a/doc_${n % 3}/long.pdf`, randomBytes(20_000_000))
