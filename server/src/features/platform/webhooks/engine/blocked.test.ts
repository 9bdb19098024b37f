import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { eventually } from '../../../../../testing/eventually.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { listening } from '../receiver-testing.ts'

// Blocks loopback, as in production.
const platform = await startPlatform({ WEBHOOK_ALLOW_CIDRS: '10.255.255.0/24' })

test('a name that resolves to a private address is refused without a connection or further detail', async () => {
  let touched = 0
  const canary = createServer((socket) => {
    touched++
    socket.end('HTTP/1.1 200 OK\r\n\r\nsecret')
  })
  const port = await listening(canary)
  const token = await platform.tokenOf('sandbox-admin')
  for (const url of [`http://127.0.0.1:${port}/`, `https://localhost:${port}/`]) {
    assert.equal((await platform.call('POST', '/api/webhooks', { token, body: { url } })).status, 422, url)
  }
  const registered = await platform.call('POST', '/api/webhooks', {
    token,
    body: { url: 'https://clinic.example/hooks' },
  })
  const { id } = registered.body.webhook
  // As if the name resolved differently since the registration.
  for (const url of [`http://127.0.0.1:${port}/`, `https://localhost:${port}/`]) {
    await platform.owner.query('update webhook_endpoints set url = $2 where id = $1', [id, url])
    const start = Date.UTC(2040, 0, url.length)
    const times = { startTime: new Date(start).toISOString(), endTime: new Date(start + 60_000).toISOString() }
    const booked = await platform.call('POST', '/api/appointments', {
      token,
      body: { doctorId: 'usr_sandbox_doctor', patientId: 'usr_sandbox_patient', ...times },
    })
    assert.equal(booked.status, 201, booked.text)
    await eventually(
      async () =>
        (
          await platform.owner.query(
            `select from webhook_deliveries where state = 'PENDING' and last_error = 'blocked_address'`,
          )
        ).rowCount === 1,
    )
    const { rows } = await platform.owner.query(
      'select http_status, error, remote_address, response_head from webhook_attempts',
    )
    for (const row of rows)
      assert.deepEqual(row, { http_status: null, error: 'blocked_address', remote_address: null, response_head: null })
    await platform.owner.query(`update webhook_deliveries set state = 'CANCELLED'`)
  }
  assert.equal(touched, 0)
})
