import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { startPlatform } from '../../server/testing/harness.ts'
import { withoutPhp } from './languages.ts'
import { PYTHON, withoutPython } from './python.ts'

/** Builds the packages, installs them in an empty folder, and runs the examples of their READMEs. */
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'medina-packages-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const pathIn = (...path: string[]) => join(folder, ...path)
const platform = await startPlatform()
/** Does not block this process, which runs the platform. */
const run = promisify(execFile)

/** The examples of a README in order, as one program, for this platform. */
function programOf(readme: string, language: string): string {
  const text = readFileSync(join(root, 'clients', readme), 'utf8')
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language)
  return blocks
    .map(([, , code]) => code)
    .join('\n')
    .replaceAll('http://localhost:3000', platform.url)
    .replace('listen(8000)', 'listen(0)')
}

/** The machine's own Node, which is older than the pinned one, if it has one. */
const oldNode =
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((path) => join(path, 'node'))
    .find((path) => !path.includes('node_modules') && existsSync(path) && majorOf(path) >= 20) ?? process.execPath

function majorOf(node: string): number {
  return Number(/\d+/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' })))
}

describe(`the JavaScript package, in Node ${majorOf(oldNode)}`, async () => {
  // Built in a copy, so that tests can run in parallel.
  cpSync(join(root, 'clients/javascript'), pathIn('javascript'), {
    recursive: true,
    filter: (path) => !path.endsWith('dist'),
  })
  const script = join(root, 'clients/javascript/build.mjs')
  await run(process.execPath, [script, pathIn('javascript')])
  const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: pathIn('javascript'),
  })
  const [{ filename, files }] = JSON.parse(packed.stdout)
  writeFileSync(pathIn('package.json'), '{}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', pathIn(filename)], { cwd: folder })

  it('contains licence, changelog and README, and no sources', () => {
    const paths: string[] = files.map(({ path }: { path: string }) => path)
    for (const path of ['LICENSE', 'CHANGELOG.md', 'README.md', 'package.json']) assert.ok(paths.includes(path), path)
    assert.deepEqual(
      paths.filter((path) => path.startsWith('src')),
      [],
    )
  })

  it('runs the examples of its README as an ES module', async () => {
    writeFileSync(pathIn('readme.mjs'), `${programOf('javascript/README.md', 'js')}\nprocess.exit()`)
    const { stdout } = await run(oldNode, ['readme.mjs'], { cwd: folder })
    assert.match(stdout, /^apt_\w+ SCHEDULED\n/)
    assert.match(stdout, /\ntaken \{/)
  })

  it('has types that accept the examples of its README', async () => {
    writeFileSync(pathIn('readme.mts'), programOf('javascript/README.md', 'js'))
    const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node']
    const options = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'esnext',
    ]
    await run(join(root, 'node_modules/.bin/tsc'), [...options, ...types, 'readme.mts'], { cwd: folder }).catch(
      ({ stdout }) => assert.fail(stdout),
    )
  })

  it('can be loaded with require', async () => {
    writeFileSync(
      pathIn('required.cjs'),
      `const { Medina, NotFound } = require('@medina-care/client')
       const medina = new Medina({ url: '${platform.url}', clientId: 'sandbox-admin', clientSecret: 'sandbox-admin-secret' })
       medina.patients.get('usr_absent').catch((error) => console.log(error instanceof NotFound, error.name))`,
    )
    const { stdout } = await run(oldNode, ['required.cjs'], { cwd: folder })
    assert.equal(stdout, 'true NotFound\n')
  })

  it('adds less than 15 kB to a program, and less if only webhooks are used', async () => {
    const whole = await sizeOf(`import { Medina } from '@medina-care/client'; await new Medina({}).me.get()`)
    const part = await sizeOf(`import { webhooks } from '@medina-care/client'; webhooks.verify('', {}, '')`)
    assert.ok(whole < 15_000, `${whole} bytes`)
    assert.ok(part < whole / 3, `${part} of ${whole} bytes`)
  })

  async function sizeOf(contents: string): Promise<number> {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: folder },
      ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'node', target: 'node20' },
    })
    return gzipSync(outputFiles[0]!.contents).length
  }
})

describe('the Python package', { skip: withoutPython }, async () => {
  const built = pathIn('built')
  const options = ['--no-isolation', '--outdir', built, pathIn('python')]
  cpSync(join(root, 'clients/python'), pathIn('python'), { recursive: true })
  await run(PYTHON, ['-m', 'build', ...options])
  const [, version] = /VERSION = "(.+)"/.exec(readFileSync(pathIn('python/src/medina_care/_version.py'), 'utf8'))!

  for (const file of [`medina_care-${version}-py3-none-any.whl`, `medina_care-${version}.tar.gz`])
    it(`runs the examples of its README, installed from ${file}`, async () => {
      const target = pathIn(file.endsWith('whl') ? 'wheel' : 'sdist')
      const options = ['--quiet', '--no-deps', '--no-build-isolation', '--disable-pip-version-check']
      await run(PYTHON, ['-m', 'pip', 'install', ...options, '--target', target, join(built, file)])
      writeFileSync(
        join(target, 'readme.py'),
        programOf('python/README.md', 'python').replace('days=2', `days=${file.length}`),
      )
      const { stdout } = await run(PYTHON, ['readme.py'], { cwd: target, env: { ...process.env, PYTHONPATH: target } })
      assert.match(stdout, /^apt_\w+ SCHEDULED \d{4}-/)
      assert.match(stdout, /\ntaken \{/)
      assert.ok(existsSync(join(target, 'medina_care/py.typed')))
    })
})

const has = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
const withoutComposer =
  withoutPhp || (!has('composer') && 'The PHP package was NOT installed: no composer (Debian: composer).')
const withoutPhpUnit = withoutPhp || (!has('phpunit') && 'NOT run: no PHPUnit (Debian: phpunit php-psr-simple-cache).')

describe('the PHP package', () => {
  it('runs the examples of its README, archived and installed by Composer', { skip: withoutComposer }, async () => {
    const home = pathIn('with-composer')
    const env = {
      ...process.env,
      COMPOSER_ALLOW_SUPERUSER: '1',
      COMPOSER_DISABLE_NETWORK: '1',
      COMPOSER_HOME: pathIn('composer'),
    }
    const source = join(root, 'clients/php')
    await run('composer', ['archive', '--format=tar', '--file=package', '--dir', folder], { cwd: source, env })
    mkdirSync(join(home, 'package'), { recursive: true })
    await run('tar', ['-xf', pathIn('package.tar'), '-C', join(home, 'package')])
    assert.ok(existsSync(join(home, 'package/LICENSE')))
    assert.ok(!existsSync(join(home, 'package/tests')))
    const options = { symlink: false, versions: { 'medina-care/client': '1.0.0' } }
    const repositories = [{ type: 'path', url: 'package', options }, { 'packagist.org': false }]
    writeFileSync(
      join(home, 'composer.json'),
      JSON.stringify({ repositories, require: { 'medina-care/client': '^1.0' } }),
    )
    await run('composer', ['install', '--no-interaction'], { cwd: home, env })
    const program = programOf('php/README.md', 'php').replace('+3 days', '+33 days')
    writeFileSync(join(home, 'readme.php'), `<?php\nrequire 'vendor/autoload.php';\n${program}`)
    const { stdout } = await run('php', ['-d', 'error_reporting=-1', '-d', 'display_errors=1', 'readme.php'], {
      cwd: home,
    })
    assert.match(stdout, /^apt_\w+ SCHEDULED \d{4}-/)
    assert.match(stdout, /\ntaken \{/)
    assert.match(stdout, /\n\d+ bytes\n/)
    assert.doesNotMatch(stdout, /Warning|Deprecated|Notice/)
  })

  it('passes its own tests', { skip: withoutPhpUnit }, async () => {
    const tests = ['--bootstrap', 'tests/bootstrap.php', '--fail-on-warning', '--do-not-cache-result', 'tests']
    const env = { ...process.env, MEDINA_URL: platform.url }
    const { stdout } = await run('phpunit', tests, { cwd: join(root, 'clients/php'), env }).catch(({ stdout }) =>
      assert.fail(stdout),
    )
    assert.match(stdout, /OK \(\d+ tests/)
  })
})
