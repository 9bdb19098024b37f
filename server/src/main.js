// JavaScript, because Node loads its compiler for TypeScript, 16 MB, to read an entry point in TypeScript. The cache holds the other
// modules as JavaScript from the second start on.
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

// Halves the CPU time of a start. In a folder that cannot be written, nothing is kept. Portable, because an image is assembled
// in another folder. The import is dynamic, because static imports are compiled before any code runs.
enableCompileCache({ directory: resolve(import.meta.dirname, '../../node_modules/.cache/compiled'), portable: true })
await import('./start.ts')
