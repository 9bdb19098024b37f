// Writes dist/, with ES modules, CommonJS and types, into the given folder or this one.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = process.argv[2] ?? import.meta.dirname
const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc')
process.chdir(folder)
rmSync('dist', { recursive: true, force: true })
for (const [name, module, type] of [
  ['esm', 'esnext', 'module'],
  ['cjs', 'commonjs', 'commonjs'],
]) {
  const options = [
    '-p',
    import.meta.dirname,
    '--outDir',
    resolve('dist', name),
    '--module',
    module,
    '--moduleResolution',
    'bundler',
    '--verbatimModuleSyntax',
    'false',
  ]
  execFileSync(tsc, options, { stdio: 'inherit' })
  writeFileSync(`dist/${name}/package.json`, `{ "type": "${type}" }\n`)
}
