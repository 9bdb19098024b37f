import { join } from 'node:path'
import { after, describe } from 'node:test'

const root = join(import.meta.dirname, '../..')

/**
 * Runs the test files of its arguments, whose paths are relative to the root of the project, one after the other. Each is a
 * suite with the path as its name. Loading the server takes longer than the tests of most files, and is done once.
 */
for (const file of process.argv.slice(2))
  await new Promise((ended) => {
    describe(file, async () => {
      try {
        await import(join(root, file))
      } finally {
        after(ended) // runs last
      }
    })
  })
