import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { type Language, requestTexts } from '../../server/build/documentation/samples.ts'
import type { Document, Method } from '../../server/src/http/openapi/document.ts'
import { modelOf } from '../generator/model.ts'
import { withoutPhp } from './languages.ts'
import { PYTHON, SOURCES } from './python.ts'

/** The samples of the documentation, checked with the types of the libraries. `every-method.test.ts` executes others like them. */
const root = join(import.meta.dirname, '../..')
const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as Document
const model = modelOf(document)
const samples = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) => {
    const texts = requestTexts(document, model, { path, method: method as Method, operation })
    return texts.javascript === undefined ? [] : [texts]
  }),
)
/** One program with a function for each sample. */
const program = (language: Language, head: string, functionOf: (text: string, at: number) => string) =>
  `${head}\n\n${samples.map((texts, at) => functionOf(texts[language]!, at)).join('\n\n')}\n`
const indented = (text: string) => text.replace(/^(?=.)/gm, '    ')

const folder = mkdtempSync(join(tmpdir(), 'medina-samples-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function run(command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  assert.equal(status, 0, `${stdout}${stderr}`.slice(0, 5000))
}

const mypy = join(dirname(PYTHON), 'mypy')
const withoutMypy = !existsSync(mypy) && 'NOT checked: no mypy (run `node clients/conformance/python.ts`).'

describe('the samples of the documentation', () => {
  it('exist for every method', () => {
    const methods = JSON.stringify(document).match(/"x-audience":"partner"/g)!
    assert.equal(samples.length, methods.length)
  })

  it('have the types of the JavaScript library', () => {
    const head = `import { writeFile } from 'node:fs/promises'
import type { Medina } from '${join(root, 'clients/javascript/src/index.ts')}'
declare const medina: Medina`
    const file = join(folder, 'samples.mts')
    writeFileSync(
      file,
      program('javascript', head, (text, at) => `export async function sample${at}() {\n${text}\n}`),
    )
    const config = join(folder, 'tsconfig.json')
    const compilerOptions = {
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      noEmit: true,
    }
    writeFileSync(
      config,
      JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: ['samples.mts'] }),
    )
    run(join(root, 'node_modules/.bin/tsc'), ['-p', config])
  })

  it('have the types of the Python library', { skip: withoutMypy }, () => {
    const head =
      'from datetime import datetime\nfrom pathlib import Path\n\nfrom medina_care import Medina\n\nmedina = Medina("http://localhost", client_id="", client_secret="")'
    const file = join(folder, 'samples.py')
    writeFileSync(
      file,
      program('python', head, (text, at) => `def sample_${at}() -> None:\n${indented(text)}`),
    )
    const config = join(root, 'clients/python/pyproject.toml')
    execFileSync(mypy, ['--config-file', config, '--python-version', '3.10', file], {
      cwd: folder,
      env: { ...process.env, MYPYPATH: SOURCES },
      encoding: 'utf8',
    })
  })

  it('are PHP that compiles', { skip: withoutPhp }, () => {
    const file = join(folder, 'samples.php')
    writeFileSync(
      file,
      program(
        'php',
        '<?php',
        (text, at) => `function sample${at}(MedinaCare\\Medina $medina): void\n{\n${indented(text)}\n}`,
      ),
    )
    run('php', ['-l', file])
  })
})
