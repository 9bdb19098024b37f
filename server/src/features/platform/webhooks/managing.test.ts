import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newClinic, newPerson, newTenant, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { openSecret } from './secret.ts'

const platform = await startPlatform()
const { call, owner } = platform
const clinic = await newClinic(platform)
const { admin, doctor } = clinic
const url = 'https://clinic.example/hooks'
const backup = 'https://backup.example/hooks'

async function registered(caller: Person = admin, body: object = {}): Promise<string> {
  const answer = await call('POST', '/api/webhooks', { token: caller.token, body: { url, ...body } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.webhook.id
}

const send = (method: string, path: string, body?: object, caller: Person = admin) =>
  call(method, `/api/webhooks/${path}`, { token: caller.token, body })
const read = async (id: string) => (await send('GET', id)).body.webhook
const secretsOf = async (id: string) =>
  (
    await owner.query<{ id: string; state: string; secret_encrypted: Buffer; valid_until: Date | null }>(
      'select id, state, secret_encrypted, valid_until from webhook_secrets where endpoint_id = $1 order by state',
      [id],
    )
  ).rows

describe('changing a webhook', () => {
  test('updates only the given fields', async () => {
    const id = await registered(admin, { events: ['review.created'], description: 'One' })
    const before = await read(id)
    const same = await send('PUT', id, {})
    assert.deepEqual([same.status, same.body.webhook], [200, before])
    const changed = await send('PUT', id, { url: 'https://other.example/', events: [], description: null })
    assert.deepEqual(changed.body.webhook, { ...before, url: 'https://other.example/', events: [], description: null })
    assert.deepEqual(await read(id), changed.body.webhook)
  })

  test('writes every change to the audit log', async () => {
    const id = await registered()
    for (const [method, path] of [
      ['PUT', id],
      ['POST', `${id}/disable`],
      ['POST', `${id}/enable`],
      ['POST', `${id}/rotate-secret`],
      ['POST', `${id}/test`],
      ['DELETE', id],
    ] as const)
      assert.equal((await send(method, path)).status, 200, path)
    const { rows } = await owner.query('select operation from audit_log where subject_id = $1 order by id', [id])
    assert.deepEqual(
      rows.map(({ operation }) => operation),
      [
        'registerWebhook',
        'updateWebhook',
        'disableWebhook',
        'enableWebhook',
        'rotateWebhookSecret',
        'testWebhook',
        'deleteWebhook',
      ],
    )
  })

  test('refuses forbidden addresses and changes nothing', async () => {
    const id = await registered(admin, { redundantUrl: backup })
    const before = await read(id)
    for (const [body, paths] of [
      [{ url: 'https://10.0.0.1/' }, ['url']],
      [{ redundantUrl: 'https://[fd00::1]/' }, ['redundantUrl']],
      [{ url: 'https://10.0.0.1/', redundantUrl: 'https://10.0.0.2/' }, ['url', 'redundantUrl']],
      [{ url: 'ftp://x.example/', events: ['x'] }, ['url', 'events.0']],
      [{ url: backup }, ['url']],
      [{ redundantUrl: url }, ['redundantUrl']],
      [{ url: null }, ['url']],
      [{ events: null }, ['events']],
    ] as const) {
      const answer = await send('PUT', id, body)
      assert.equal(answer.status, 422, JSON.stringify(body))
      assert.deepEqual(pathsOf(answer), paths)
    }
    assert.deepEqual(await read(id), before)
    assert.equal((await send('PUT', id, { url: backup, redundantUrl: url })).status, 200, 'the URLs can be swapped')
    assert.equal((await send('PUT', id, { redundantUrl: null })).body.webhook.redundantUrl, null)
  })

  test('accepts a different second URL on the Enterprise plan only', async () => {
    const pro = await newPerson(platform, await newTenant(platform, 'PRO'), 'ADMIN')
    const refused = await call('POST', '/api/webhooks', { token: pro.token, body: { url, redundantUrl: backup } })
    assert.deepEqual([refused.status, pathsOf(refused)], [422, ['redundantUrl']])
    assert.match(refused.body.error.details[0].message, /Enterprise/)
    const id = await registered(pro)
    assert.equal((await send('PUT', id, { redundantUrl: backup }, pro)).status, 422)
    assert.equal((await send('PUT', id, { redundantUrl: null }, pro)).status, 200)
    assert.equal((await read(await registered(admin, { redundantUrl: backup }))).redundantUrl, backup)
    for (const same of [url, `${url.replace('clinic', 'CLINIC')}`, url.replace('.example', '.example:443')]) {
      const answer = await call('POST', '/api/webhooks', { token: admin.token, body: { url, redundantUrl: same } })
      assert.deepEqual([answer.status, pathsOf(answer)], [422, ['redundantUrl']], same)
    }
  })
})

describe('disabling and enabling a webhook', () => {
  test('is idempotent, and enabling resets the failure count', async () => {
    const id = await registered()
    for (let n = 0; n < 2; n++) assert.equal((await send('POST', `${id}/disable`)).body.webhook.status, 'DISABLED_USER')
    for (const status of ['DISABLED_AUTO', 'GONE']) {
      await owner.query(
        `update webhook_endpoints
         set status = $2, consecutive_failures = 9, exhausted = 20, first_failure_at = now() - interval '4 days'
         where id = $1`,
        [id, status],
      )
      const unchanged = await send('POST', `${id}/disable`)
      assert.equal(unchanged.body.webhook.status, status, 'it keeps the reason')
      assert.ok(unchanged.body.webhook.failingSince)
      const enabled = (await send('POST', `${id}/enable`)).body.webhook
      assert.deepEqual([enabled.status, enabled.failingSince], ['ENABLED', null])
    }
    const { rows } = await owner.query('select consecutive_failures, exhausted from webhook_endpoints where id = $1', [
      id,
    ])
    assert.deepEqual(rows, [{ consecutive_failures: 0, exhausted: 0 }])
  })

  test('enabling an enabled webhook keeps its failure count', async () => {
    const id = await registered()
    await owner.query('update webhook_endpoints set consecutive_failures = 3, first_failure_at = now() where id = $1', [
      id,
    ])
    assert.ok((await send('POST', `${id}/enable`)).body.webhook.failingSince)
  })
})

describe('rotating a secret', () => {
  test('the new secret takes over after the grace period and is shown only once', async () => {
    const id = await registered()
    const answer = await send('POST', `${id}/rotate-secret`, { graceHours: 2 })
    assert.equal(answer.status, 200)
    const { secret, graceUntil, ...rest } = answer.body.webhook
    assert.partialDeepStrictEqual(rest, { id })
    assert.ok(Math.abs(Date.parse(graceUntil) - platform.services.clock.nowMs() - 2 * 3_600_000) < 60_000)
    const [current, next] = await secretsOf(id)
    assert.deepEqual([current!.state, next!.state], ['CURRENT', 'NEXT'])
    assert.equal(openSecret(platform.services.vault, id, next!.id, next!.secret_encrypted), secret)
    assert.notEqual(openSecret(platform.services.vault, id, current!.id, current!.secret_encrypted), secret)
    const shown = await send('GET', id)
    assert.ok(!shown.text.includes('whsec_'))
    assert.deepEqual(shown.body.webhook.rotation, { state: 'NEXT', until: graceUntil })
    const again = await send('POST', `${id}/rotate-secret`)
    assert.equal(again.status, 409)
    assert.ok(again.body.error.message.includes(graceUntil))
  })

  test('grace 0 replaces all secrets at once, even during a rotation', async () => {
    const id = await registered()
    await send('POST', `${id}/rotate-secret`)
    await owner.query(
      `insert into webhook_secrets (tenant_id, endpoint_id, id, secret_encrypted, state, valid_until)
       select tenant_id, endpoint_id, 'sec_old', secret_encrypted, 'PREVIOUS', now() + interval '1 hour'
       from webhook_secrets where endpoint_id = $1 and state = 'CURRENT'`,
      [id],
    )
    const answer = await send('POST', `${id}/rotate-secret`, { graceHours: 0 })
    assert.deepEqual([answer.status, answer.body.webhook.graceUntil], [200, null])
    const rows = await secretsOf(id)
    assert.deepEqual(
      rows.map(({ state, valid_until }) => [state, valid_until]),
      [['CURRENT', null]],
    )
    assert.equal(
      openSecret(platform.services.vault, id, rows[0]!.id, rows[0]!.secret_encrypted),
      answer.body.webhook.secret,
    )
    assert.equal((await read(id)).rotation, null)
  })

  test('succeeds once for twenty concurrent requests', async () => {
    const id = await registered()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('POST', `${id}/rotate-secret`)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 409)])
    assert.equal((await secretsOf(id)).length, 2)
  })

  test('is possible while the previous secret is still valid', async () => {
    const id = await registered()
    await send('POST', `${id}/rotate-secret`)
    // The state in which the deliverer leaves the secrets after the grace period.
    await owner.query(
      `update webhook_secrets set state = 'PREVIOUS', valid_until = now() + interval '1 day' where endpoint_id = $1 and state = 'CURRENT'`,
      [id],
    )
    await owner.query(
      `update webhook_secrets set state = 'CURRENT', valid_until = null where endpoint_id = $1 and state = 'NEXT'`,
      [id],
    )
    const { rotation } = await read(id)
    assert.equal(rotation.state, 'PREVIOUS')
    await owner.query(
      `update webhook_secrets set valid_until = app_now() - interval '1 second' where endpoint_id = $1 and state = 'PREVIOUS'`,
      [id],
    )
    assert.equal((await read(id)).rotation, null, 'a secret that is no longer valid')
    await owner.query(`update webhook_secrets set valid_until = $2 where endpoint_id = $1 and state = 'PREVIOUS'`, [
      id,
      rotation.until,
    ])
    assert.equal((await send('POST', `${id}/rotate-secret`)).status, 200)
    assert.equal((await read(id)).rotation.state, 'NEXT')
  })

  test('validates the grace period', async () => {
    const id = await registered()
    for (const graceHours of [-1, 169, 1.5, '24', null]) {
      const answer = await send('POST', `${id}/rotate-secret`, { graceHours })
      assert.deepEqual([answer.status, pathsOf(answer)], [422, ['graceHours']])
    }
  })
})

test('deleting a webhook cancels its waiting deliveries, also those of a disabled one', async () => {
  const [id, disabled] = [await registered(), await registered()]
  const states = async () => {
    const { rows } = await owner.query(
      'select distinct endpoint_id = $1 as first, state from webhook_deliveries where endpoint_id in ($1, $2) order by first, state',
      [id, disabled],
    )
    return rows.map(({ first, state }) => [first, state])
  }
  await send('POST', `${disabled}/disable`)
  await owner.query(
    `insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, next_at, attempt)
     select tenant_id, id, endpoint, case endpoint when $2 then 'PENDING' else 'HELD' end, app_now() + interval '1 hour', 0
     from events
     cross join unnest(array[$2::text, $3]) endpoint
     where tenant_id = $1
     on conflict do nothing`,
    [admin.tenantId, id, disabled],
  )
  assert.deepEqual(await states(), [
    [false, 'HELD'],
    [true, 'PENDING'],
  ])
  assert.equal((await send('DELETE', id)).status, 200)
  assert.deepEqual(await states(), [
    [false, 'HELD'],
    [true, 'CANCELLED'],
  ])
  assert.equal((await send('DELETE', disabled)).status, 200)
  assert.deepEqual(await states(), [
    [false, 'CANCELLED'],
    [true, 'CANCELLED'],
  ])
})

test('a recovery needs a period of the past', async () => {
  const id = await registered()
  const daysAgo = (days: number) => new Date(platform.services.clock.nowMs() - days * 86_400_000).toISOString()
  for (const [period, field] of [
    [{ since: daysAgo(-1) }, 'since'],
    [{ since: daysAgo(2), until: daysAgo(3) }, 'until'],
    [{ since: daysAgo(15) }, 'since'],
  ] as const) {
    const answer = await send('POST', `${id}/recover`, period)
    assert.equal(answer.status, 422, answer.text)
    assert.deepEqual(
      answer.body.error.details.map(({ path }: { path: string[] }) => path),
      [[field]],
    )
  }
  assert.deepEqual((await send('GET', `${id}/recoveries`)).body.recoveries, [])
})

test('no operation finds a deleted webhook or one of another client or tenant', async () => {
  const foreign = await newClinic(platform)
  const deleted = await registered()
  await send('DELETE', deleted)
  const doctorWebhook = await registered(doctor)
  const since = '2020-01-01T00:00:00Z'
  for (const [caller, id] of [
    [doctor, await registered()],
    [foreign.admin, await registered()],
    [clinic.patient, doctorWebhook],
    [admin, deleted],
    [admin, 'whk_unknown'],
  ] as const) {
    for (const [method, path, body] of [
      ['PUT', '', {}],
      ['POST', '/enable'],
      ['POST', '/disable'],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', '/recover', { since }],
      ['GET', '/recoveries'],
    ] as const) {
      const answer = await send(method, `${id}${path}`, body, caller)
      assert.deepEqual([answer.status, answer.body.error.message], [404, 'Webhook not found.'], `${method} ${path}`)
    }
  }
  assert.equal((await send('POST', `${doctorWebhook}/disable`, {}, admin)).status, 200, 'administrators manage all')
  assert.equal((await send('POST', `${doctorWebhook}/enable`, {}, doctor)).status, 200)
})

test('only a caller with the scopes of its client changes, enables or rotates a webhook; every manager stops it', async () => {
  const id = await registered(doctor, { events: ['prescription.created'] })
  const modest = await newPerson(platform, clinic.tenantId, 'ADMIN', ['webhooks:manage'])
  const attacks: [string, string, object | undefined][] = [
    ['PUT', id, { url: 'https://attacker.example/hooks' }],
    ['PUT', id, { events: [] }],
    ['POST', `${id}/rotate-secret`, { graceHours: 0 }],
    ['POST', `${id}/enable`, undefined],
  ]
  const before = [await read(id), await secretsOf(id)]
  for (const [method, path, body] of attacks) {
    const refused = await send(method, path, body, modest)
    assert.equal(refused.status, 403, `${method} ${path}: ${refused.text}`)
    assert.match(refused.body.error.message, /prescriptions:read/)
  }
  assert.deepEqual([await read(id), await secretsOf(id)], before)
  for (const [method, path, body] of attacks) assert.equal((await send(method, path, body)).status, 200)

  assert.equal((await send('POST', `${id}/disable`, undefined, modest)).status, 200)
  assert.equal((await send('DELETE', id, undefined, modest)).status, 200)
})

test('a narrower token of the same client does not change its webhook', async () => {
  const id = await registered(doctor)
  const { body } = await call('POST', '/api/auth/token', {
    body: {
      grant_type: 'client_credentials',
      client_id: doctor.clientId,
      client_secret: doctor.secret,
      scope: 'webhooks:manage',
    },
  })
  const narrow = { ...doctor, token: body.access_token }
  assert.equal((await send('GET', id, undefined, narrow)).status, 200)
  assert.equal((await send('PUT', id, { url: 'https://attacker.example/hooks' }, narrow)).status, 403)
})
