import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  loginOf,
  messagesTo,
  newMembership,
  newPerson,
  newSession,
  newTenant,
  type Person,
} from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newId } from '../../../lib/ids.ts'
import { openSecrets } from '../../../messages/secrets.ts'
import { endDuring, newBrowser, newMember, PASSWORD } from '../../platform/sign-in/browser-testing.ts'
import { PASSWORD as REGISTERED, register } from '../accounts/registration-testing.ts'
import { codeIn } from '../codes/codes-testing.ts'

const platform = await startPlatform()
const { owner, call } = platform

const CHOSEN = 'une phrase facile'
const newEmail = () => `${newId('itn')}@test.example`
/** With a session, which is needed to invite administrators. */
const newAdmin = async () => newSession(platform, await newPerson(platform, await newTenant(platform), 'ADMIN'))

const newClientOfAdmin = async () => newPerson(platform, await newTenant(platform), 'ADMIN')

type Body = { email?: string; name?: string; role?: string; licenceChecked?: boolean; language?: string }

const invite = (admin: Person, body: Body = {}) =>
  call('POST', '/api/invitations', {
    token: admin.token,
    body: { email: newEmail(), name: 'Nadia Tazi', role: 'ADMIN', ...body },
  })

/** The links that were sent to an address, oldest first, without their origin. */
async function linksTo(email: string): Promise<string[]> {
  const { rows } = await owner.query(
    `select tenant_id, template_code, about, variables from messages where to_email = $1 and template_code = 'INVITATION' order by id`,
    [email],
  )
  return rows.map(({ tenant_id: tenantId, template_code: templateCode, about, variables }) => {
    const { link } = openSecrets(platform.services.vault, { tenantId, templateCode, about }, variables)
    assert.ok(link!.startsWith(`${platform.url}/invitations/`))
    return link!.slice(platform.url.length)
  })
}

/** An invitation, and its link. */
async function invited(admin: Person, body: Body = {}) {
  const email = body.email ?? newEmail()
  const answer = await invite(admin, { ...body, email })
  assert.equal(answer.status, 201, answer.text)
  return { email, id: answer.body.invitation.id as string, link: (await linksTo(email)).at(-1)! }
}

const accept = (link: string, password: string, accepts = 'application/json') =>
  newBrowser(platform).send('POST', link, { form: { password }, headers: { accept: accepts } })
const userRow = async (id: string) =>
  (
    await owner.query(
      'select u.*, l.email as login_email from users u join logins l on l.id = u.login_id where u.id = $1',
      [id],
    )
  ).rows[0]
const hashOf = async (email: string) =>
  (await owner.query('select password_hash from logins where email = $1', [email])).rows[0]?.password_hash
const membersOf = async (tenantId: string) =>
  (await owner.query('select count(*)::int as n from users where tenant_id = $1', [tenantId])).rows[0].n

describe('an invited person', () => {
  test('without an account chooses a password, and can sign in', async () => {
    const admin = await newAdmin()
    const { email, link } = await invited(admin)
    const answer = await accept(link, CHOSEN)
    assert.equal(answer.status, 200, answer.text)
    const { id } = answer.body.user
    assert.deepEqual(answer.body.user, { id, tenantId: admin.tenantId, role: 'ADMIN' })
    const browser = newBrowser(platform)
    assert.equal((await browser.signIn(email, CHOSEN)).status, 200)
    const { user } = (await browser.session()).body
    assert.deepEqual(user, { id, email, name: 'Nadia Tazi', role: 'ADMIN', tenantId: admin.tenantId })
    const { body } = await call('GET', '/api/invitations', { token: admin.token })
    const [invitation] = body.invitations
    assert.deepEqual([invitation.status, invitation.userId], ['ACCEPTED', id])
    const path = `/api/invitations/${invitation.id}/revoke`
    const revoked = await call('POST', path, { token: admin.token, body: {} })
    const state = { from: 'ACCEPTED', to: 'REVOKED', allowed: [] }
    assert.deepEqual([revoked.status, revoked.body.error?.details], [409, { state }], 'the user is disabled instead')
  })

  test('with an account enters its password, and keeps the password and other memberships', async () => {
    const member = await newMember(platform, 'DOCTOR')
    const before = await hashOf(member.email)
    const admin = await newAdmin()
    const { link } = await invited(admin, { email: member.email.toUpperCase(), role: 'DOCTOR', licenceChecked: true })
    for (const wrong of ['wrong password', CHOSEN]) {
      const refused = await accept(link, wrong)
      assert.deepEqual([refused.status, refused.body.error.code], [401, 'UNAUTHORIZED'])
    }
    assert.equal(await membersOf(admin.tenantId), 1)
    assert.equal((await accept(link, PASSWORD)).status, 200)
    assert.equal(await hashOf(member.email), before)
    const answer = await newBrowser(platform).signIn(member.email, PASSWORD)
    assert.deepEqual(
      answer.body.organizations.map(({ id }: { id: string }) => id),
      [member.tenantId, admin.tenantId],
    )
  })

  test('with an account whose only membership is disabled can enter its password', async () => {
    const member = await newMember(platform, 'DOCTOR')
    await owner.query('update users set disabled_at = now() where id = $1', [member.id])
    const admin = await newAdmin()
    const { link } = await invited(admin, { email: member.email })
    assert.equal((await accept(link, 'wrong password')).status, 401)
    assert.equal((await accept(link, PASSWORD)).status, 200)
    const browser = newBrowser(platform)
    await browser.signIn(member.email, PASSWORD)
    assert.equal((await browser.session()).body.user.tenantId, admin.tenantId)
  })

  test('chooses a password if a stranger registered with their address, and the stranger is signed out', async () => {
    const { email } = (await register(platform)).body.user
    const squatter = newBrowser(platform)
    assert.equal((await squatter.signIn(email, REGISTERED)).status, 200)
    const admin = await newAdmin()
    const { link } = await invited(admin, { email })
    assert.equal((await accept(link, 'a phrase of the owner')).status, 200)
    assert.equal((await squatter.session()).body, null)
    assert.equal((await squatter.signIn(email, REGISTERED)).status, 401)
    assert.equal((await newBrowser(platform).signIn(email, 'a phrase of the owner')).status, 200)
  })

  test('signs a stranger out whose session is changing its organisation', async () => {
    const { email, id } = (await register(platform)).body.user
    const squatter = newBrowser(platform)
    await squatter.signIn(email, REGISTERED)
    const { tenantId } = (await squatter.session()).body.user
    const { link } = await invited(await newAdmin(), { email })
    const change = () => squatter.choose(tenantId)
    const answer = await endDuring(platform, { id }, change, () => accept(link, CHOSEN))
    assert.equal(answer.status, 200, answer.text)
    assert.equal((await squatter.session()).body, null)
  })

  test('must enter the password of a confirmed account, even if the front desk changed the contact address', async () => {
    const { email, id } = (await register(platform)).body.user
    const browser = newBrowser(platform)
    await browser.signIn(email, REGISTERED)
    const { accessToken: token, user } = (await browser.session()).body
    await call('POST', `/api/users/${id}/contact/codes`, { token, body: { address: 'EMAIL' } })
    const confirmation = { address: 'EMAIL', code: await codeIn(platform, id) }
    await call('POST', `/api/users/${id}/contact/confirmations`, { token, body: confirmation })
    const desk = await newPerson(platform, user.tenantId, 'RECEPTIONIST')
    const typed = { email: newEmail(), phone: '0661980079' }
    await call('PUT', `/api/users/${id}/contact`, { token: desk.token, body: typed })
    const { link } = await invited(await newAdmin(), { email })
    assert.equal((await accept(link, 'a phrase of another')).status, 401)
    assert.equal((await newBrowser(platform).signIn(email, 'a phrase of another')).status, 401)
    assert.equal((await browser.session()).body.user.id, id, 'the session goes on')
    assert.deepEqual((await userRow(id)).email, typed.email)
    assert.equal((await accept(link, REGISTERED)).status, 200)
  })

  test('can be invited even if a user has entered the address without confirming it', async () => {
    const admin = await newAdmin()
    const nuisance = await newSession(platform, await newPerson(platform, admin.tenantId, 'PATIENT'))
    const email = newEmail()
    await call('PUT', `/api/users/${nuisance.id}/contact`, { token: nuisance.token, body: { email } })
    assert.equal((await invite(admin, { email })).status, 201)
    await owner.query('update users set email_confirmed_at = now() where id = $1', [nuisance.id])
    await owner.query('delete from invitations where email = $1', [email])
    assert.equal((await invite(admin, { email })).status, 409, 'it is confirmed now')
  })

  test('can be invited although a patient without an account has their address', async () => {
    const admin = await newAdmin()
    const patient = await newPerson(platform, admin.tenantId, 'PATIENT')
    const email = newEmail()
    await owner.query('update users set login_id = null, email = $2, email_confirmed_at = now() where id = $1', [
      patient.id,
      email,
    ])
    await invited(admin, { email, role: 'DOCTOR' })
  })

  test('cannot get a first password in a transaction of another organisation', async () => {
    const admin = await newAdmin()
    await assert.rejects(
      owner.query('select set_first_password($1, $2, $3)', [admin.tenantId, loginOf(admin.id), '$argon2id$x']),
      /limited to the tenant/,
    )
  })

  test('whose account has no password can choose the first one, but not for another organisation', async () => {
    const email = newEmail()
    await owner.query('insert into logins (id, email) values ($1, $2)', [newId('lgn'), email])
    const { link } = await invited(await newAdmin(), { email })
    assert.equal((await accept(link, CHOSEN)).status, 200)
    assert.equal((await newBrowser(platform).signIn(email, CHOSEN)).status, 200)

    const victim = await newAdmin()
    const { login_email: address } = await userRow(victim.id)
    const attacker = await newAdmin()
    const takeover = await invited(attacker, { email: address })
    assert.equal((await accept(takeover.link, CHOSEN)).status, 409)
    assert.deepEqual([await hashOf(address), await membersOf(attacker.tenantId)], [null, 1])
  })

  test('who is an administrator without a password can choose the first one in their own organisation', async () => {
    // A new organisation has a client, and no session before.
    const admin = await newPerson(platform, await newTenant(platform), 'ADMIN')
    const { login_email: email } = await userRow(admin.id)
    await owner.query('update users set email_confirmed_at = null where id = $1', [admin.id])
    assert.equal((await invite(admin, { email, role: 'DOCTOR' })).status, 409, 'the role stays')
    const { link } = await invited(admin, { email })
    const answer = await accept(link, CHOSEN)
    assert.deepEqual([answer.status, answer.body.user?.id], [200, admin.id], answer.text)
    assert.notEqual((await userRow(admin.id)).email_confirmed_at, null)
    assert.equal(await membersOf(admin.tenantId), 1)
    const browser = newBrowser(platform)
    assert.equal((await browser.signIn(email, CHOSEN)).status, 200)
    assert.equal((await browser.session()).body.user.id, admin.id)
    assert.equal((await accept(link, 'another phrase')).status, 410)
    assert.equal((await invite(admin, { email })).status, 409, 'they have a password now')
  })

  test('cannot set the first password of a professional, a disabled administrator or a user elsewhere', async () => {
    const admin = await newAdmin()
    const doctor = await newPerson(platform, admin.tenantId, 'DOCTOR')
    const disabled = await newPerson(platform, admin.tenantId, 'ADMIN')
    const shared = await newPerson(platform, admin.tenantId, 'ADMIN')
    await owner.query('update users set disabled_at = now() where id = $1', [disabled.id])
    await newMembership(platform, shared, await newTenant(platform), 'ADMIN')
    const addresses = await Promise.all(
      [doctor, disabled, shared].map(async ({ id }) => (await userRow(id)).login_email),
    )
    for (const email of addresses.slice(0, 2)) assert.equal((await invite(admin, { email })).status, 409)
    const { link } = await invited(admin, { email: addresses[2] })
    assert.equal((await accept(link, CHOSEN)).status, 409)
    for (const email of addresses) assert.equal(await hashOf(email), null)
  })

  test('has a confirmed address, because the link was sent to it', async () => {
    const { link } = await invited(await newAdmin())
    const { id } = (await accept(link, CHOSEN)).body.user
    assert.notEqual((await userRow(id)).email_confirmed_at, null)
  })

  test('is verified at once if the administrator checked the licence, and otherwise pending', async () => {
    const admin = await newAdmin()
    for (const licenceChecked of [true, false]) {
      const { link } = await invited(admin, { role: 'DENTIST', licenceChecked })
      const { id } = (await accept(link, CHOSEN)).body.user
      const row = await userRow(id)
      assert.deepEqual([row.verified_at !== null, row.verified_by], [licenceChecked, licenceChecked ? admin.id : null])
    }
    const refused = await invite(admin, { role: 'ADMIN', licenceChecked: true })
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, ['licenceChecked']])
  })

  test('needs an acceptable password, and the link stays valid', async () => {
    const { link, email } = await invited(await newAdmin())
    for (const password of ['short', 'password', 'x'.repeat(129), 'e\u0301'.repeat(400)])
      assert.equal((await accept(link, password)).status, 422)
    const withoutPassword = await newBrowser(platform).send('POST', link, { form: {}, headers: { accept: '*/*' } })
    assert.equal(withoutPassword.status, 422)
    assert.equal(await hashOf(email), undefined)
    assert.equal((await accept(link, CHOSEN)).status, 200)
  })
})

test('invitations to one inbox share a limit, with any tag in the address', async () => {
  const admin = await newAdmin()
  const inbox = newEmail()
  const statuses: number[] = []
  for (const tag of ['', '+a', '+b', '+c+d'])
    statuses.push((await invite(admin, { email: inbox.replace('@', `${tag}@`) })).status)
  assert.deepEqual(statuses, [201, 201, 201, 429])
})

describe('the link of an invitation', () => {
  test('does not work while the administrator who sent it is disabled, until another one sends it again', async () => {
    const sender = await newAdmin()
    const other = await newSession(platform, await newPerson(platform, sender.tenantId, 'ADMIN'))
    const { id, email, link } = await invited(sender)
    await call('PUT', `/api/users/${sender.id}`, { token: other.token, body: { disabled: true } })
    const refused = await accept(link, CHOSEN)
    assert.deepEqual([refused.status, refused.body.error.details], [410, { link: 'OVER' }])
    assert.equal(await hashOf(email), undefined)
    const listed = await call('GET', '/api/invitations', { token: other.token })
    assert.equal(listed.body.invitations[0].status, 'EXPIRED')
    const resent = await call('POST', `/api/invitations/${id}/resend`, { token: other.token, body: {} })
    assert.deepEqual([resent.status, resent.body.invitation?.status], [200, 'PENDING'], resent.text)
    assert.equal((await accept((await linksTo(email)).at(-1)!, CHOSEN)).status, 200)
  })

  test('does not work when the person who sent it is no longer an administrator', async () => {
    const sender = await newAdmin()
    const { email, link } = await invited(sender)
    await owner.query(`update users set role = 'DOCTOR' where id = $1`, [sender.id])
    assert.equal((await accept(link, CHOSEN)).status, 410)
    assert.equal(await hashOf(email), undefined)
  })

  test('sent by a disabled administrator does not block another invitation of the address', async () => {
    const sender = await newAdmin()
    const other = await newSession(platform, await newPerson(platform, sender.tenantId, 'ADMIN'))
    const [{ email }, second] = [await invited(sender), await invited(sender)]
    await call('PUT', `/api/users/${sender.id}`, { token: other.token, body: { disabled: true } })
    const { link } = await invited(other, { email })
    const { invitations } = (await call('GET', '/api/invitations', { token: other.token })).body
    assert.equal(invitations.find((one: { id: string }) => one.id === second.id).status, 'EXPIRED', 'that of another')
    assert.equal((await accept(link, CHOSEN)).status, 200)
  })

  test('works once, even in concurrent use', async () => {
    const admin = await newAdmin()
    const { link } = await invited(admin)
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(link, CHOSEN)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const { status } of answers) assert.ok([200, 401, 409, 410].includes(status), String(status))
    assert.equal(await membersOf(admin.tenantId), 2)
    const again = await accept(link, CHOSEN)
    assert.deepEqual([again.status, again.body.error.details], [410, { link: 'USED' }])
  })

  test('is unknown if it was never sent', async () => {
    const link = `/invitations/${'x'.repeat(43)}`
    const page = await newBrowser(platform).send('GET', link, { headers: { accept: 'application/json' } })
    for (const { status, body } of [page, await accept(link, CHOSEN)])
      assert.deepEqual([status, body.error.message], [404, 'Link not found.'])
  })

  test('ends when the invitation is revoked or sent again, and after seven days', async () => {
    const admin = await newClientOfAdmin()
    const over = async (link: string) => {
      const answer = await accept(link, CHOSEN)
      assert.ok([404, 410].includes(answer.status), answer.text)
    }
    const revoked = await invited(admin, { role: 'LABORATORY' })
    const path = `/api/invitations/${revoked.id}`
    for (const _ of [1, 2]) {
      const { body } = await call('POST', `${path}/revoke`, { token: admin.token, body: {} })
      assert.equal(body.invitation.status, 'REVOKED')
    }
    await over(revoked.link)
    assert.equal((await call('POST', `${path}/resend`, { token: admin.token, body: {} })).status, 409)

    const resent = await invited(admin, { role: 'LABORATORY' })
    const answer = await call('POST', `/api/invitations/${resent.id}/resend`, { token: admin.token, body: {} })
    assert.equal(answer.status, 200)
    await over(resent.link)
    const links = await linksTo(resent.email)
    assert.equal(links.length, 2)
    assert.equal((await accept(links[1]!, CHOSEN)).status, 200)

    const late = await invited(admin, { role: 'LABORATORY' })
    await platform.advance(7 * 24 * 3600 + 1)
    await over(late.link)
    const { body } = await call('GET', '/api/invitations', { token: await tokenOf(admin) })
    assert.equal(body.invitations[0].status, 'EXPIRED')

    const revocation = async () =>
      (await owner.query('select revoked_at from invitations where id = $1', [revoked.id])).rows[0].revoked_at as Date
    const before = await revocation()
    const again = { email: revoked.email, name: 'Nadia Tazi', role: 'LABORATORY' }
    assert.equal((await call('POST', '/api/invitations', { token: await tokenOf(admin), body: again })).status, 201)
    assert.deepEqual(await revocation(), before, 'an invitation that was revoked does not expire')
  })

  test('is sent to one address at most three times an hour and ten times a day, by all organisations', async () => {
    const [admin, other] = [await newClientOfAdmin(), await newClientOfAdmin()]
    const { id, email } = await invited(admin, { role: 'LABORATORY' })
    const resend = async () => call('POST', `/api/invitations/${id}/resend`, { token: await tokenOf(admin), body: {} })
    assert.deepEqual([(await resend()).status, (await invite(other, { email, role: 'LABORATORY' })).status], [200, 201])
    const refused = await resend()
    assert.deepEqual([refused.status, refused.headers.get('retry-after') !== null], [429, true], refused.text)
    assert.equal((await linksTo(email)).length, 3)
    assert.equal((await accept((await linksTo(email))[1]!, CHOSEN)).status, 200, 'a refused repetition ends no link')

    const another = await invited(admin, { role: 'LABORATORY' })
    const sent = [201]
    for (let hour = 0; hour < 4; hour++) {
      await platform.advance(3601)
      const token = await tokenOf(admin)
      for (let time = 0; time < 3; time++)
        sent.push((await call('POST', `/api/invitations/${another.id}/resend`, { token, body: {} })).status)
    }
    assert.equal(sent.filter((status) => status !== 429).length, 10)
  })

  test('is shown only to the person, stored as a hash, and encrypted in the message', async () => {
    const admin = await newAdmin()
    const email = newEmail()
    const answer = await invite(admin, { email })
    const [link] = await linksTo(email)
    const token = link!.split('/').at(-1)!
    const { rows } = await owner.query(
      'select i::text as i, m::text as m from invitations i join messages m on i.id = any(m.about) where m.to_email = $1',
      [email],
    )
    const list = await call('GET', '/api/invitations', { token: admin.token })
    for (const text of [answer.text, list.text, rows[0].i, rows[0].m]) assert.ok(!text.includes(token))
  })

  test('opens a page that changes nothing, runs no script and cannot be framed', async () => {
    const admin = await newAdmin()
    const { link, email } = await invited(admin, { name: `<b>O'Hara & co` })
    for (const language of ['fr', 'ar', 'en']) {
      const page = await newBrowser(platform).send('GET', `${link}?lang=${language}`, {
        headers: { accept: 'text/html' },
      })
      assert.equal(page.status, 200)
      assert.ok(page.text.includes(`lang="${language}"`) && page.text.includes(email) && !page.text.includes('<b>'))
      assert.match(page.headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/)
      assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
      assert.equal(page.headers.get('cache-control'), 'no-store')
    }
    const short = await accept(link, 'short', 'text/html')
    assert.deepEqual([short.status, short.text.includes('role="alert"')], [422, true])
    const done = await accept(link, CHOSEN, 'text/html')
    assert.deepEqual([done.status, done.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
    assert.equal((await newBrowser(platform).send('GET', link, { headers: { accept: 'text/html' } })).status, 410)
    const unknown = await newBrowser(platform).send('GET', `/invitations/${'A'.repeat(43)}`)
    assert.equal(unknown.status, 404)
  })
})

const tokenOf = async ({ clientId, secret }: Person) =>
  (
    await call('POST', '/api/auth/token', {
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
    })
  ).body.access_token as string

describe('an administrator', () => {
  test('can invite with every role except PATIENT, and each address once', async () => {
    const admin = await newAdmin()
    const taken = newEmail()
    assert.equal((await invite(admin, { email: taken })).status, 201)
    for (const email of [taken, taken.toUpperCase()]) assert.equal((await invite(admin, { email })).status, 409)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => invite(admin, { email: n % 2 ? 'a@x.example' : 'A@x.example' })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409, 409, 409])
    assert.equal((await invite(admin, { role: 'PATIENT' })).status, 422)
    assert.equal((await invite(admin, { name: 'https://evil.example' })).status, 422)
    const member = await newMember(platform, 'ADMIN')
    assert.equal((await invite(member, { email: member.email })).status, 409, 'a user of the organisation')
  })

  test('cannot see or change invitations and memberships of another organisation', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()]
    const { id, email } = await invited(admin)
    for (const verb of ['resend', 'revoke'])
      assert.equal((await call('POST', `/api/invitations/${id}/${verb}`, { token: other.token, body: {} })).status, 404)
    assert.equal((await call('GET', '/api/invitations', { token: other.token })).body.pagination.total, 0)
    assert.equal((await invite(other, { email })).status, 201, 'each organisation for itself')
  })

  test('gets no information about an account elsewhere, and cannot change its password or address', async () => {
    const member = await newMember(platform, 'DOCTOR')
    const admin = await newAdmin()
    const [known, unknown] = [await invite(admin, { email: member.email }), await invite(admin)]
    const shape = ({ body, status }: typeof known) => [status, Object.keys(body.invitation), body.invitation.userId]
    assert.deepEqual(shape(known), shape(unknown))

    const membership = await newMembership(platform, member, admin.tenantId, 'DOCTOR')
    const before = [await userRow(membership.id), await hashOf(member.email)]
    for (const [body, status] of [
      [{ password: CHOSEN }, 422],
      [{ loginId: 'lgn_1' }, 422],
      [{ email: newEmail() }, 200], // a field of the answer, which a PUT ignores
    ] as const)
      assert.equal((await call('PUT', `/api/users/${membership.id}`, { token: admin.token, body })).status, status)
    assert.deepEqual([await userRow(membership.id), await hashOf(member.email)], before)
    const contact = { token: admin.token, body: { email: newEmail() } }
    await call('PUT', `/api/users/${membership.id}/contact`, contact)
    assert.equal((await userRow(membership.id)).login_email, member.email)
    const client = { name: 'Records', actsAs: membership.id, scopes: ['users:read'] }
    const created = await call('POST', '/api/clients', { token: admin.token, body: client })
    const { id: clientId, secret } = created.body.client
    const session = await newSession(platform, membership)
    await call('POST', `/api/users/me/clients/${clientId}/acting`, { token: session.token })
    const token = await tokenOf({ ...membership, clientId, secret })
    const seen = await call('GET', '/api/users/me/memberships', { token })
    assert.equal(seen.status, 200, seen.text)
    assert.deepEqual(
      seen.body.memberships.map(({ organization }: { organization: { id: string } }) => organization.id),
      [admin.tenantId],
      'a client that acts as the person',
    )
    assert.equal((await newBrowser(platform).signIn(member.email, PASSWORD)).status, 200)
  })
})

test('a person can list their organisations in their own session', async () => {
  const member = await newMember(platform, 'DOCTOR')
  const tenantId = await newTenant(platform)
  await newMembership(platform, member, tenantId, 'PHARMACIST')
  const endedMembership = await newMembership(platform, member, await newTenant(platform), 'ADMIN')
  await owner.query('update users set disabled_at = now() where id = $1', [endedMembership.id])
  const browser = newBrowser(platform)
  await browser.signIn(member.email, PASSWORD, { organization: tenantId })
  const { accessToken: token } = (await browser.session()).body
  const { body } = await call('GET', '/api/users/me/memberships', { token })
  assert.deepEqual(body.memberships, [
    { organization: { id: member.tenantId, name: member.tenantId }, role: 'DOCTOR', current: false },
    { organization: { id: tenantId, name: tenantId }, role: 'PHARMACIST', current: true },
  ])
})

describe('a client of an administrator', () => {
  test('cannot invite an administrator, or send such an invitation again', async () => {
    const client = await newPerson(platform, await newTenant(platform), 'ADMIN', ['users:write'])
    const refused = await invite(client)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'])
    const { id, email } = await invited(await newSession(platform, client))
    const again = await call('POST', `/api/invitations/${id}/resend`, { token: client.token, body: {} })
    assert.equal(again.status, 403)
    assert.equal((await linksTo(email)).length, 1)
    assert.equal((await invite(client, { role: 'RECEPTIONIST' })).status, 201)
  })

  test('cannot enable a disabled administrator', async () => {
    const tenantId = await newTenant(platform)
    const [client, dismissed, remaining] = await Promise.all(
      [1, 2, 3].map(() => newPerson(platform, tenantId, 'ADMIN')),
    )
    const enable = (caller: Person, disabled: boolean) =>
      call('PUT', `/api/users/${dismissed!.id}`, { token: caller.token, body: { disabled } })
    assert.equal((await enable(client!, true)).status, 200)
    assert.equal((await enable(client!, false)).status, 403)
    assert.equal((await enable(await newSession(platform, client!), false)).status, 200)
    const reports = await messagesTo(platform, remaining!.id, 'ADMINISTRATOR_BEGAN_REPORT')
    assert.deepEqual(
      reports.map(({ about }) => about),
      [[dismissed!.id]],
    )
  })
})

test('the other administrators are notified when an administrator is invited, and when they accept', async () => {
  const admin = await newAdmin()
  const colleague = await newPerson(platform, admin.tenantId, 'ADMIN')
  const { id, link } = await invited(admin)
  const { user } = (await accept(link, CHOSEN)).body
  const noticesTo = async (code: string) => (await messagesTo(platform, colleague.id, code)).map(({ about }) => about)
  assert.deepEqual(await noticesTo('ADMINISTRATOR_INVITED_REPORT'), [[id]])
  assert.deepEqual(await noticesTo('ADMINISTRATOR_BEGAN_REPORT'), [[user.id]])
  assert.deepEqual(await messagesTo(platform, admin.id, 'ADMINISTRATOR_INVITED_REPORT'), [])
})
