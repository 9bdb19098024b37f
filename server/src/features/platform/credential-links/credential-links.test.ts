import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messagesTo, newClinic, newPerson } from '../../../../testing/factories.ts'
import { type Answer, startPlatform } from '../../../../testing/harness.ts'
import { sha256 } from '../../../lib/secrets.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { admin, doctor, tenantId } = await newClinic(platform)

type Client = { id: string; secret: string }
const newClient = async (name = 'Booking', token = admin.token): Promise<Client> =>
  (await call('POST', '/api/clients', { token, body: { name, actsAs: doctor.id, scopes: ['users:read'] } })).body.client
const createLink = (id: string, body: object = {}, token = admin.token) =>
  call('POST', `/api/clients/${id}/handover`, { token, body })
/** The path of a new link. */
const linkTo = async (id: string, body: object = {}, token = admin.token): Promise<string> =>
  new URL((await createLink(id, body, token)).body.handoverUrl).pathname
const open = (path: string, headers: Record<string, string> = {}) => call('GET', path, { headers })
const press = (path: string, headers: Record<string, string> = {}) =>
  call('POST', path, { raw: '', headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } })
const redeem = (path: string) => call('POST', path, { headers: { accept: 'application/json' } })
const grant = (client_id: string, client_secret: string) =>
  call('POST', '/api/auth/token', { body: { grant_type: 'client_credentials', client_id, client_secret } })
const works = async (id: string, secret: string) => (await grant(id, secret)).status === 200
const again = async () => (await grant(admin.clientId, admin.secret)).body.access_token
const secretOn = ({ text }: Answer): string => text.match(/client_secret=([\w-]{43})/)![1]!

describe('a link', () => {
  test('may be opened repeatedly; its button shows the secret once', async () => {
    const { id } = await newClient()
    const link = await linkTo(id)
    for (let times = 0; times < 3; times++) {
      const page = await open(link)
      assert.equal(page.status, 200)
      assert.match(page.text, /<form method="post">/)
      assert.doesNotMatch(page.text, new RegExp(id))
    }
    assert.equal((await call('HEAD', link)).status, 200)
    const shown = await press(link)
    assert.equal(shown.status, 200)
    assert.match(shown.text, new RegExp(id))
    assert.ok(shown.text.includes(`${platform.url}/api/auth/token`))
    assert.equal(await works(id, secretOn(shown)), true)
    for (const later of [await press(link), await open(link)]) {
      assert.equal(later.status, 410)
      assert.match(later.text, /Ce lien a déjà servi/)
      assert.doesNotMatch(later.text, new RegExp(secretOn(shown)))
    }
  })

  test('shows the secret to one of eight concurrent users', async () => {
    const { id } = await newClient()
    const link = await linkTo(id, { graceHours: 0 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(link)))
    const [won, ...rest] = answers.filter(({ status }) => status === 200)
    assert.equal(rest.length, 0)
    assert.equal(answers.filter(({ status }) => status === 410).length, 7)
    assert.equal(await works(id, won!.body.clientSecret), true)
    const secrets = await owner.query('select from client_secrets where client_id = $1', [id])
    assert.equal(secrets.rowCount, 1)
  })

  test('ends when all secrets of its client are ended', async () => {
    const { id } = await newClient()
    const link = await linkTo(id)
    await call('POST', `/api/clients/${id}/rotate-secret`, { token: admin.token, body: { graceHours: 12 } })
    assert.equal((await open(link)).status, 200, 'an ordinary rotation keeps it')
    await call('POST', `/api/clients/${id}/rotate-secret`, { token: admin.token, body: { graceHours: 0 } })
    const answer = await redeem(link)
    assert.equal(answer.status, 410)
    assert.deepEqual(answer.body.error.details, { link: 'OVER' })
  })

  test('ends when the tokens of its client are revoked with a rotation', async () => {
    const { id } = await newClient()
    const link = await linkTo(id)
    const body = { graceHours: 1, revokeTokens: true }
    assert.equal((await call('POST', `/api/clients/${id}/rotate-secret`, { token: admin.token, body })).status, 200)
    assert.equal((await redeem(link)).status, 410)
  })

  test('ends when its client gets further scopes, which its creator may not hold', async () => {
    const { id } = await newClient()
    const link = await linkTo(id)
    const change = (scopes: string[]) => call('PUT', `/api/clients/${id}`, { token: admin.token, body: { scopes } })
    assert.equal((await change(['users:read'])).status, 200)
    assert.equal((await open(link)).status, 200)
    assert.equal((await change(['users:read', 'prescriptions:read'])).status, 200)
    assert.equal((await redeem(link)).status, 410)
  })

  test('ends when the administrator who created it loses the rights', async () => {
    const [{ id }, colleague] = [await newClient(), await newPerson(platform, tenantId, 'ADMIN')]
    const links: string[] = []
    const changeColleague = (change: string) => owner.query(`update users set ${change} where id = $1`, [colleague.id])
    for (const [change, back] of [
      ['disabled_at = now()', 'disabled_at = null'],
      [`role = 'RECEPTIONIST'`, `role = 'ADMIN'`],
    ] as const) {
      const link = await linkTo(id, { graceHours: 168 }, colleague.token)
      links.push(link)
      assert.equal((await open(link)).status, 200)
      await changeColleague(change)
      const answer = await redeem(link)
      assert.deepEqual([answer.status, answer.body.error?.details], [410, { link: 'OVER' }])
      assert.equal((await open(link)).status, 410)
      await changeColleague(back)
    }
    assert.equal((await redeem(links[1]!)).status, 200, 'a link is not used up by a refusal')
  })

  test('notifies, when used, its creator and the user of its client, who must allow the client', async () => {
    const { id } = await newClient('Planning')
    assert.equal((await redeem(await linkTo(id))).status, 200)
    const about = (one: { about: string[] }) => one.about.includes(id)
    assert.equal((await messagesTo(platform, doctor.id, 'CLIENT_WAITS')).filter(about).length, 1)
    const [notice] = (await messagesTo(platform, admin.id, 'CREDENTIAL_LINK_USED')).filter(about)
    assert.deepEqual(notice?.variables, { clientName: 'Planning' })
  })

  test('answers JSON clients with JSON, and errors with the envelope', async () => {
    const { id } = await newClient()
    const link = await linkTo(id)
    const redeemed = await redeem(link)
    assert.equal(redeemed.status, 200)
    assert.equal(redeemed.headers.get('cache-control'), 'no-store')
    assert.deepEqual(Object.keys(redeemed.body), ['clientId', 'clientSecret'])
    assert.equal(await works(redeemed.body.clientId, redeemed.body.clientSecret), true)
    const used = await redeem(link)
    assert.equal(used.status, 410)
    assert.equal(used.body.error.code, 'GONE')
    assert.deepEqual(used.body.error.details, { link: 'USED' })
    const unknown = await redeem('/access/none')
    assert.equal(unknown.status, 404)
    assert.equal(unknown.body.error.code, 'NOT_FOUND')
  })

  test('is stored only as a hash, and so is the secret', async () => {
    const { id } = await newClient()
    const link = await linkTo(id, { graceHours: 0 })
    const token = link.split('/').at(-1)!
    const { clientSecret } = (await redeem(link)).body
    const { rows } = await owner.query('select token_sha256 from client_handovers where client_id = $1', [id])
    assert.deepEqual(rows, [{ token_sha256: sha256(token) }])
    const secrets = await owner.query('select secret_sha256 from client_secrets where client_id = $1', [id])
    assert.deepEqual(secrets.rows, [{ secret_sha256: sha256(clientSecret) }])
    const { rows: audit } = await owner.query(
      `select user_id, operation, outcome, a::text as whole from audit_log a where tenant_id = $1 and subject_id = $2 and operation = 'takeClientSecret'`,
      [tenantId, id],
    )
    assert.equal(audit.length, 1)
    assert.partialDeepStrictEqual(audit[0], { user_id: 'visitor', outcome: 'OK' })
    assert.doesNotMatch(audit[0].whole, new RegExp(`${token}|${clientSecret}`))
    await redeem(link)
    const { rows: refused } = await owner.query(
      `select outcome from audit_log where tenant_id = $1 and operation = 'takeClientSecret' order by id desc limit 1`,
      [tenantId],
    )
    assert.deepEqual(refused, [{ outcome: 'GONE' }], 'a second use is audited')
  })

  test('ends with a newer link or when its client is disabled', async () => {
    const { id } = await newClient()
    const [first, second] = [await linkTo(id), await linkTo(id)]
    const stale = await open(first)
    assert.equal(stale.status, 410)
    assert.match(stale.text, /Ce lien n’est plus valable/)
    assert.equal((await redeem(first)).status, 410)
    await call('PUT', `/api/clients/${id}`, { token: admin.token, body: { status: 'DISABLED' } })
    assert.equal((await redeem(second)).status, 410)
    const refused = await createLink(id)
    assert.equal(refused.status, 409)
    await call('PUT', `/api/clients/${id}`, { token: admin.token, body: { status: 'ENABLED' } })
    assert.equal((await redeem(second)).status, 200)
  })

  test('changes nothing before it is used; then the present secret stays valid for the grace period', async () => {
    const client = await newClient()
    const link = await linkTo(client.id)
    assert.equal(await works(client.id, client.secret), true)
    const shown = await press(link)
    assert.match(shown.text, /Le secret précédent fonctionne encore jusqu’au/)
    assert.deepEqual([await works(client.id, client.secret), await works(client.id, secretOn(shown))], [true, true])

    const blocked = await linkTo(client.id)
    assert.equal((await redeem(blocked)).status, 409, 'two secrets are already valid')
    assert.match((await press(blocked)).text, /Un changement de secret est en cours/)
    const atOnce = await linkTo(client.id, { graceHours: 0 })
    const { clientSecret } = (await redeem(atOnce)).body
    assert.deepEqual([await works(client.id, client.secret), await works(client.id, clientSecret)], [false, true])
  })

  test('cannot be created for another organisation’s client', async () => {
    const foreign = await newClinic(platform)
    const { id } = await newClient()
    assert.equal((await createLink(id, {}, foreign.admin.token)).status, 404)
  })
})

describe('the page', () => {
  test('is not cached, framed, indexed or sent as referrer, and runs at most the script of its copy buttons', async () => {
    const { id } = await newClient()
    const link = await linkTo(id)
    const shown = [false, true, false, false]
    for (const answer of [await open(link), await press(link), await press(link), await open('/access/none')]) {
      const header = (name: string) => answer.headers.get(name)
      assert.equal(header('content-type'), 'text/html; charset=utf-8')
      assert.equal(header('cache-control'), 'no-store')
      assert.equal(header('referrer-policy'), 'no-referrer')
      assert.equal(header('x-robots-tag'), 'noindex')
      assert.equal(header('x-content-type-options'), 'nosniff')
      const policy = header('content-security-policy')!
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe|\*/)
      assert.doesNotMatch(answer.text, /<style| style="| on\w+="/)
      const scripts = shown.shift() ? ['<script type="module" src="/pages/copy.js">'] : []
      assert.deepEqual(answer.text.match(/<script[^>]*>/g) ?? [], scripts)
      assert.equal(/script-src ([^;]*)/.exec(policy)?.[1], scripts.length > 0 ? "'self'" : undefined)
      assert.ok(header('x-ratelimit-limit'))
    }
    const style = await call('GET', '/access/page.css')
    assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8')
  })

  test('uses the browser’s preferred language or the chosen one', async () => {
    const { id } = await newClient()
    const link = await linkTo(id)
    const langOf = async (query: string, accepted?: string) =>
      (await open(link + query, accepted === undefined ? {} : { 'accept-language': accepted })).text.match(
        /<html lang="(\w+)" dir="(\w+)">/,
      )![0]
    const [fr, ar, en] = [
      '<html lang="fr" dir="ltr">',
      '<html lang="ar" dir="rtl">',
      '<html lang="en" dir="ltr">',
    ] as const
    assert.equal(await langOf('', 'ar-MA,ar;q=0.9,fr;q=0.8'), ar)
    assert.equal(await langOf('', 'de, en;q=0.4, fr;q=0.5'), fr)
    assert.equal(await langOf('', 'en-US'), en)
    assert.equal(await langOf('', 'ar;q=0, en;q=0.1'), en)
    assert.equal(await langOf('', 'zgh'), fr)
    assert.equal(await langOf('?lang=ar', 'en'), ar)
    assert.equal(await langOf('?lang=de', 'en'), en)
    assert.equal(await langOf('?lang=ar&lang=en', 'en'), en)
    assert.match((await press(`${link}?lang=ar`)).text, /لن يُعرض مرة أخرى/)
    assert.match((await press(`${link}?lang=en`)).text, /This link has been used/)
  })

  test('escapes names', async () => {
    const { id } = await newClient('<img src=x onerror=alert(1)> & "Co"')
    const page = await open(await linkTo(id))
    assert.match(page.text, /&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;Co&quot;/)
  })
})

test('an unused link expires after seven days', async () => {
  const { id } = await newClient()
  const link = await linkTo(id)
  await platform.advance(7 * 24 * 3600 - 60)
  assert.equal((await open(link)).status, 200)
  await platform.advance(61)
  assert.equal((await open(link)).status, 410)
  assert.deepEqual((await redeem(link)).body.error.details, { link: 'OVER' })
  const fresh = await linkTo(id, {}, await again())
  assert.equal((await redeem(fresh)).status, 200)
})

test('rate-limits link guessing after 30 failures in a minute, without blocking others for longer', async () => {
  const token = await again()
  const { id } = await newClient('Booking', token)
  const link = await linkTo(id, {}, token)
  await platform.advance(61)
  for (let n = 0; n < 30; n++) assert.equal((await redeem(`/access/${'A'.repeat(42)}${n % 10}`)).status, 404)
  const slowed = await press('/access/none')
  assert.equal(slowed.status, 429)
  assert.ok(Number(slowed.headers.get('retry-after')) >= 1)
  assert.match(slowed.text, /Trop de tentatives/)
  assert.equal((await redeem(link)).status, 429)
  await platform.advance(61)
  assert.equal((await redeem(link)).status, 200)
})
