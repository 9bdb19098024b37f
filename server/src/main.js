// JavaScript, because for an entry point in TypeScript Node loads its compiler (10 to 16 MB), although all other modules come compiled
// from the cache.
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

// Halves the CPU time of a start. In a folder that cannot be written, nothing is kept. Portable, because an image is assembled
// in another folder. The import is dynamic, because static imports are compiled before any code runs.
enableCompileCache({ directory: resolve(import.meta.dirname, '../../node_modules/.cache/compiled'), portable: true })
await import('./start.ts')
