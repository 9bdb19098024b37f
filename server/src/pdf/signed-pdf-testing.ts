import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { SealingKey } from './content.ts'

/** Whether a program is installed. */
const has = (program: string, argument: string) => spawnSync(program, [argument]).error === undefined

/** Values for the `skip` option of tests. */
export const without = {
  openssl: !has('openssl', 'version') && 'openssl is not installed',
  pdfsig: !(has('pdfsig', '-v') && has('certutil', '-H')) && 'pdfsig and certutil are not both installed',
}

/** An unsigned document of one page. */
export function unsignedPdf(): Uint8Array {
  const compiler = NodeCompiler.create()
  const { result } = compiler.compile({ mainFileContent: '= Ordonnance\nAmoxicilline 1 g' })
  return compiler.pdf(result!, { creationTimestamp: 1_790_000_000 }) // this source always compiles
}

/** Runs work in a temporary folder. */
export function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'medina-signing-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Key types as options of openssl. */
const kinds = {
  'RSA 2048': ['-newkey', 'rsa:2048'],
  'RSA 1024': ['-newkey', 'rsa:1024'],
  'P-256': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'P-384': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  'P-521': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  Ed25519: ['-newkey', 'ed25519'],
}
type Kind = keyof typeof kinds

const FOR_SIGNING = ['basicConstraints=critical,CA:FALSE', 'keyUsage=critical,digitalSignature,nonRepudiation']

/** A test certificate authority made with openssl. */
export class Authority {
  readonly pem: string
  readonly #key: string

  constructor() {
    const [pem, key] = inFolder((folder) => {
      const usage = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign']
      openssl(
        folder,
        'req -x509 -nodes -keyout key -out pem -days 3650 -subj /C=MA/CN=Authority',
        ...kinds['P-256'],
        ...usage,
      )
      return [readFileSync(join(folder, 'pem'), 'utf8'), readFileSync(join(folder, 'key'), 'utf8')] as const
    })
    this.pem = pem
    this.#key = key
  }

  /** A new key with its certificate, followed by the authority's. */
  issue(kind: Kind, extensions = FOR_SIGNING): SealingKey {
    return inFolder((folder) => {
      writeFileSync(join(folder, 'authority'), this.pem)
      writeFileSync(join(folder, 'authority-key'), this.#key)
      const extensionArguments = extensions.flatMap((extension) => ['-addext', extension])
      openssl(
        folder,
        'req -x509 -nodes -CA authority -CAkey authority-key -keyout key -out pem -utf8 -days 365',
        ...['-subj', '/C=MA/CN=Dr Salma Bennani', ...kinds[kind], ...extensionArguments],
      )
      const own = readFileSync(join(folder, 'pem'), 'utf8')
      return { chainPem: own + this.pem, privateKeyPem: readFileSync(join(folder, 'key'), 'utf8') }
    })
  }
}

/** Runs openssl in a folder. @throws with its output if it fails */
export const openssl = (folder: string, command: string, ...more: string[]): string =>
  execFileSync('openssl', [...command.split(' '), ...more], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })

/** The output of pdfsig for a document, with these trusted authorities. */
export const pdfsig = (pdf: Uint8Array, ...trusted: string[]): string =>
  inFolder((folder) => {
    writeFileSync(join(folder, 'signed.pdf'), pdf)
    execFileSync('certutil', ['-N', '-d', folder, '--empty-password'])
    for (const [at, pem] of trusted.entries()) {
      writeFileSync(join(folder, 'authority'), pem)
      execFileSync('certutil', [
        '-A',
        '-d',
        folder,
        '-n',
        `authority ${at}`,
        '-t',
        'CT,CT,CT',
        '-a',
        '-i',
        join(folder, 'authority'),
      ])
    }
    const report = spawnSync('pdfsig', ['-nssdir', folder, join(folder, 'signed.pdf')], {
      encoding: 'utf8',
    })
    return report.stdout + report.stderr
  })
