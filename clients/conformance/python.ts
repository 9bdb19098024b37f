import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The Python environment of the tests, with httpx, the tools of requirements-dev.txt and pyHanko.
 * `node clients/conformance/python.ts` creates it, and fails if it cannot be installed.
 */
const root = join(import.meta.dirname, '../..')
const home = join(root, 'node_modules/.cache/medina-python')
export const PYTHON = process.env.PYTHON ?? join(home, 'bin/python')
/** Validates signatures of PDFs. The command needs both packages. */
const PYHANKO = ['pyhanko==0.38.0', 'pyhanko-cli==0.6.0']
/** The source of the library in this repository. */
export const SOURCES = join(root, 'clients/python/src')

/** The reason to skip tests in Python, or false. */
export const withoutPython: string | false =
  spawnSync(PYTHON, ['-c', 'import httpx'], { stdio: 'ignore' }).status !== 0 &&
  'The Python library was NOT tested: run `node clients/conformance/python.ts`, which needs Python 3.10 with venv, and PyPI.'

/** The reason to skip tests with pyHanko, which validates signatures of PDFs, or false. */
export const withoutPyhanko: string | false =
  spawnSync(PYTHON, ['-c', 'import pyhanko'], { stdio: 'ignore' }).status !== 0 &&
  'Signatures were NOT validated by pyHanko: run `node clients/conformance/python.ts`, which needs Python 3.10 with venv, and PyPI.'

if (import.meta.main && (withoutPython || withoutPyhanko || !existsSync(join(home, 'bin/mypy')))) {
  const requirements = join(root, 'clients/python/requirements-dev.txt')
  execFileSync('python3', ['-m', 'venv', home], { stdio: 'inherit' })
  execFileSync(join(home, 'bin/pip'), ['install', '--quiet', '--requirement', requirements, ...PYHANKO], {
    stdio: 'inherit',
  })
}
