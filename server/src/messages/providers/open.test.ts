import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '../../config.ts'
import type { Outbox } from './index.ts'
import { openMessages } from './open.ts'

const outbox: Outbox = { keep: async () => {}, due: async () => [], forget: async () => {} }
const addresses = {
  EMAIL_URL: 'smtp://localhost?from=no-reply@example.ma',
  SMS_URL: 'twilio://AC1:token@api.twilio.com?from=Medina',
  WHATSAPP_URL: 'whatsapp://1055:token@graph.facebook.com/v23.0?appSecret=a&verifyToken=b',
}

async function opened(mode: 'sandbox' | 'production', env: Record<string, string>) {
  const logged: string[] = []
  const { config } = loadConfig(env)
  const providers = openMessages({ ...config, mode }, outbox, { warn: (_, message) => logged.push(message) })
  const names = Object.entries(providers).map(([channel, { name }]) => `${channel} ${name}`)
  for (const provider of Object.values(providers)) await provider.close()
  return { names, logged }
}

test('a sandbox sends nothing, whatever its configuration, and warns about unused addresses', async () => {
  const names = ['WHATSAPP embedded', 'SMS embedded', 'EMAIL embedded']
  assert.deepEqual(await opened('sandbox', {}), { names, logged: [] })
  for (const [name, url] of Object.entries(addresses)) {
    const sandbox = await opened('sandbox', { [name]: url })
    assert.deepEqual(sandbox.names, names)
    assert.match(sandbox.logged.join(), /sends no messages/)
    assert.doesNotMatch(sandbox.logged.join(), /token/)
  }
})

test('in production a channel has a provider if it has an address', async () => {
  assert.deepEqual(await opened('production', addresses), {
    names: ['WHATSAPP whatsapp', 'SMS twilio', 'EMAIL smtp'],
    logged: [],
  })
  assert.deepEqual((await opened('production', { SMS_URL: addresses.SMS_URL })).names, ['SMS twilio'])
  const none = await opened('production', {})
  assert.deepEqual(none.names, [])
  assert.match(none.logged.join(), /no messages can be sent/)
})
