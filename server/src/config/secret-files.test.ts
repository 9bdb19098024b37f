import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadConfig } from '../config.ts'
import { secretNames } from './secret-files.ts'
import { faultsOf } from './testing.ts'

const folder = await mkdtemp(join(tmpdir(), 'medina-secrets-'))
after(() => rm(folder, { recursive: true, force: true }))
const fileWith = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

test('secrets are read from files, with or without a line end', async () => {
  const key = Buffer.alloc(32, 7)
  const { config, secrets } = loadConfig({
    MASTER_KEY_FILE: await fileWith('key', `${key.toString('base64')}\n`),
    CRON_SECRET_FILE: await fileWith('cron', 'with a space \r\n'),
    INTERNAL_TOKEN_FILE: await fileWith('internal', 'no-line-end'),
    DATABASE_URL_FILE: await fileWith('url', 'postgres://medina:s3cret@db.example.ma/medina\n'),
    EMAIL_URL_FILE: '',
  })
  assert.deepEqual(secrets, { masterKeys: [key], cron: ['with a space'], internal: ['no-line-end'] })
  assert.equal(config.databaseUrl, 'postgres://medina:s3cret@db.example.ma/medina')
})

test('a file that is missing, empty, or set beside its setting is reported without the secret', async () => {
  const message = faultsOf({
    MASTER_KEY_FILE: join(folder, 'absent'),
    CRON_SECRET_FILE: await fileWith('empty', '\n'),
    INTERNAL_TOKEN: 'given',
    INTERNAL_TOKEN_FILE: await fileWith('both', 'also-given'),
    DATABASE_URL_FILE: folder,
    CACHE_URL_FILE: await fileWith('wrong', 'http://s3cret@cache'),
  })
  assert.match(message, /MASTER_KEY_FILE: .*absent cannot be read \(ENOENT\)/)
  assert.match(message, /CRON_SECRET_FILE: .*empty is empty/)
  assert.match(message, /INTERNAL_TOKEN and INTERNAL_TOKEN_FILE are both set/)
  assert.match(message, /DATABASE_URL_FILE: .* cannot be read \(EISDIR\)/)
  assert.match(message, /CACHE_URL must be an address like redis/)
  assert.doesNotMatch(message, /s3cret/)
})

test('production accepts its secrets as files', async () => {
  const text: Record<string, string> = {
    DATABASE_URL: 'postgres://medina@db.example.ma/medina',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    CRON_SECRET: 'c'.repeat(32),
    INTERNAL_TOKEN: 'i'.repeat(32),
    STORAGE_URL: 'file:///var/lib/medina-care/files',
  }
  const env: Record<string, string> = { MODE: 'production', PUBLIC_URL: 'https://api.example.ma' }
  for (const [name, value] of Object.entries(text)) env[`${name}_FILE`] = await fileWith(name, value)
  assert.equal(faultsOf(env), '')
  for (const name of Object.keys(text)) {
    const faults = faultsOf({ ...env, [`${name}_FILE`]: join(folder, 'absent') })
    assert.match(faults, new RegExp(`${name}_FILE: .*absent cannot be read`))
    assert.doesNotMatch(faults, /is missing/, 'reported once')
  }
})

test('misspelt names of files are reported', () => {
  assert.match(faultsOf({ MASTERKEY_FILE: '/run/secrets/key' }), /did you mean MASTER_KEY_FILE/)
  assert.equal(new Set(secretNames).size, secretNames.length)
})
