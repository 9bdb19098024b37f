import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { accessPage } from '../server/src/access/page.ts'

writeFileSync(resolve(import.meta.dirname, '../docs/access.md'), accessPage())
