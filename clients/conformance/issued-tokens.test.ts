import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'esbuild'
import { newPerson, newTenant } from '../../server/testing/factories.ts'
import { startPlatform } from '../../server/testing/harness.ts'
import { Medina, Unauthorized } from '../javascript/src/medina.ts'

const platform = await startPlatform()

/** Revocations take effect within a second. */
const REVOCATION_MS = 1500

test('an issued token is used until it is refused, and then a new one is requested', async () => {
  const admin = await newPerson(platform, await newTenant(platform), 'ADMIN')
  let requests = 0
  let token = admin.token
  const medina = new Medina({
    url: platform.url,
    issueToken: async () => {
      requests++
      return { access_token: token, expires_in: 300 }
    },
  })
  assert.deepEqual([(await medina.me.get()).id, (await medina.me.get()).id, requests], [admin.id, admin.id, 1])

  const { clientId: client_id, secret: client_secret } = admin
  const credentials = { client_id, client_secret }
  await platform.call('POST', '/api/auth/revoke', { body: { ...credentials, token } })
  await pause(REVOCATION_MS)
  const issued = await platform.call('POST', '/api/auth/token', {
    body: { grant_type: 'client_credentials', ...credentials },
  })
  token = issued.body.access_token
  assert.deepEqual([(await medina.me.get()).id, requests], [admin.id, 2])

  await platform.call('POST', '/api/auth/revoke', { body: { ...credentials, token } })
  await pause(REVOCATION_MS)
  await assert.rejects(async () => medina.me.get(), Unauthorized)
  assert.equal(requests, 3)
})

test('the library can be bundled for browsers without modules of Node.js', async () => {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, '../javascript/src/medina.ts')],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    logLevel: 'silent',
  })
  assert.doesNotMatch(outputFiles[0]!.text, /node:/)
})
