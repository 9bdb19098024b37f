import assert from 'node:assert/strict'
import { test } from 'node:test'
import { book, newClinic, newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { consent } from '../../../../testing/practice.ts'
import { selfSigned } from '../../../pdf/self-signed.ts'
import { browserScopes } from '../sign-in/rules.ts'

const platform = await startPlatform()
const { call, owner } = platform
const clinic = await newClinic(platform)
const { tenantId, admin, doctor, patient } = clinic
const session = await newSession(platform, doctor)
const visit = await book(platform, admin, doctor, patient, -1)
const past = await book(platform, admin, doctor, patient, -3)
await consent(platform, patient, doctor)
await call('PUT', `/api/appointments/${past.id}`, { token: doctor.token, body: { status: 'COMPLETED' } })

type By = { token: string }
/** A client that an administrator creates to act as the doctor. */
async function newClient(actsAs = doctor.id): Promise<Person> {
  const body = { name: 'Records', actsAs, scopes: browserScopes.DOCTOR }
  const { id, secret } = (await call('POST', '/api/clients', { token: admin.token, body })).body.client
  return { id: actsAs, tenantId, clientId: id, secret, token: await tokenOf(id, secret) }
}
const tokenOf = async (client_id: string, client_secret: string): Promise<string> =>
  (await call('POST', '/api/auth/token', { body: { grant_type: 'client_credentials', client_id, client_secret } })).body
    .access_token

const issue = ({ token }: By) =>
  call('POST', '/api/prescriptions', {
    token,
    body: {
      patientId: patient.id,
      appointmentId: visit.id,
      medication: 'Paracetamol 500',
      dosage: '1 g',
      instructions: 'Twice a day',
    },
  })
const allow = (id: string, { token }: By = session) => call('POST', `/api/users/me/clients/${id}/signing`, { token })
const withdraw = (id: string, { token }: By = session) =>
  call('DELETE', `/api/users/me/clients/${id}/signing`, { token })
const end = (id: string, { token }: By = session) => call('DELETE', `/api/users/me/clients/${id}`, { token })
const list = async ({ token }: By): Promise<{ id: string; status: string; signingAllowedAt: string | null }[]> =>
  (await call('GET', '/api/users/me/clients', { token })).body.clients
/** A token's rights are read again after at most a second. */
const waitASecond = () => new Promise((resolve) => setTimeout(resolve, 1000))

/** Every act in the doctor's name. */
function acts({ token }: By, unsigned: string): [string, () => ReturnType<typeof call>][] {
  const uploaded = selfSigned(
    { name: 'Dr Salma Bennani', organisation: 'Cabinet', licenceNumber: null },
    platform.services.clock.now(),
  )
  return [
    ['issue a prescription', () => issue({ token })],
    ['sign a prescription', () => call('POST', `/api/prescriptions/${unsigned}/sign`, { token, body: {} })],
    ['replace the signing key', () => call('POST', '/api/signing-keys', { token, body: {} })],
    [
      'certify',
      () =>
        call('POST', '/api/pdf/generate', {
          token,
          body: { templateId: 'certificate', data: { appointmentId: past.id, statement: 'Seen today.' } },
        }),
    ],
    [
      'order lab tests',
      () => call('POST', '/api/lab-orders', { token, body: { patientId: patient.id, tests: ['HBA1C'] } }),
    ],
    [
      'replace the certificate',
      () => call('POST', '/api/signing-certificates', { token, body: { ...uploaded, for: 'SELF' } }),
    ],
    [
      'retire the certificate',
      () => call('POST', `/api/signing-certificates/${certificate}/retire`, { token, body: {} }),
    ],
    [
      'open a file in an emergency',
      () => call('POST', `/api/patients/${stranger.id}/emergency-access`, { token, body: { reason: 'Unconscious' } }),
    ],
  ]
}

const stranger = await newPerson(platform, tenantId, 'PATIENT')
const own = selfSigned(
  { name: 'Dr Salma Bennani', organisation: 'Cabinet', licenceNumber: null },
  platform.services.clock.now(),
)
const added = await call('POST', '/api/signing-certificates', { token: doctor.token, body: { ...own, for: 'SELF' } })
const certificate: string = added.body.signingCertificate.id
const issued = await issue(doctor)
assert.equal(issued.status, 201, issued.text)
const { id: unsigned } = issued.body.prescription
await owner.query('update prescriptions set signature = null, jws = null, kid = null, signed_at = null where id = $1', [
  unsigned,
])

test('a client that an administrator created to act as a doctor cannot sign or issue in their name', async () => {
  const { rows } = await owner.query(
    `insert into clients (tenant_id, id, acts_as, name, scopes, acting_allowed_at)
     select tenant_id, 'cli_forged', acts_as, name, scopes, acting_allowed_at from clients where id = $1 returning id`,
    [doctor.clientId],
  )
  assert.equal(rows.length, 1)
  const client = { clientId: 'cli_forged', token: '' }
  const secret = await secretOf(client.clientId)
  await call('POST', `/api/users/me/clients/${client.clientId}/acting`, { token: session.token })
  client.token = await tokenOf(client.clientId, secret)
  for (const [name, act] of acts(client, unsigned)) {
    const answer = await act()
    assert.equal(answer.status, 403, `${name}: ${answer.text}`)
    assert.deepEqual(answer.body.error.details, { signing: { clientId: client.clientId, allowed: false } }, name)
  }
  assert.equal((await call('GET', '/api/appointments', { token: client.token })).status, 200, 'it reads as before')
})

/** A new secret of a client, by its administrator. */
async function secretOf(id: string): Promise<string> {
  const answer = await call('POST', `/api/clients/${id}/rotate-secret`, { token: admin.token, body: { graceHours: 0 } })
  return answer.body.client.secret
}

test('a doctor’s own session, and a client that the doctor allowed in it, can sign and issue', async () => {
  await owner.query(`update clients set signing_allowed_at = null where id = 'cli_forged'`)
  const token = await tokenOf('cli_forged', await secretOf('cli_forged'))
  assert.equal((await allow('cli_forged')).status, 200)
  await waitASecond()
  for (const [name, act] of acts({ token }, unsigned)) {
    const { status, text } = await act()
    assert.ok(status === 200 || status === 201, `${name}: ${status} ${text}`)
  }
  assert.equal((await issue(session)).status, 201)
})

test('only the professional allows it, in their own session', async () => {
  const client = await newClient()
  const colleague = await newPerson(platform, tenantId, 'DOCTOR')
  const colleagueSession = await newSession(platform, colleague)
  const patientSession = await newSession(platform, patient)
  assert.equal((await allow(client.clientId, client)).status, 403, 'the client itself')
  assert.equal((await allow(client.clientId, doctor)).status, 403, 'another client of theirs')
  assert.equal((await allow(client.clientId, admin)).status, 404, 'an administrator')
  assert.equal((await allow(client.clientId, colleagueSession)).status, 404, 'a colleague')
  assert.equal((await allow(patient.clientId, patientSession)).status, 403, 'a patient has nothing to sign')
  assert.equal((await issue(client)).status, 403)
  assert.equal((await allow(client.clientId)).status, 200)
})

test('the professional sees the clients that act as them, and can withdraw the permission', async () => {
  const client = await newClient()
  await newClient(patient.id)
  const shown = async () => (await list(session)).find(({ id }) => id === client.clientId)!
  assert.equal((await shown()).signingAllowedAt, null)
  await allow(client.clientId)
  assert.notEqual((await shown()).signingAllowedAt, null)
  await waitASecond()
  assert.equal((await issue(client)).status, 201)
  assert.equal((await withdraw(client.clientId)).body.client.signingAllowedAt, null)
  await waitASecond()
  assert.equal((await issue(client)).status, 403)
  const ids = (await list(session)).map(({ id }) => id)
  const { rows } = await owner.query<{ id: string }>('select id from clients where acts_as = $1', [doctor.id])
  assert.deepEqual(ids.sort(), rows.map(({ id }) => id).sort(), 'those that act as them, and no others')
})

test('the professional can end a client, and an administrator cannot enable it again', async () => {
  const client = await newClient()
  assert.equal((await end(client.clientId, client)).status, 403)
  const allowed = await newClient()
  assert.equal((await allow(allowed.clientId)).status, 200)
  await waitASecond()
  assert.equal((await end(allowed.clientId, allowed)).status, 403, 'only the person ends it')
  const colleague = await newSession(platform, await newPerson(platform, tenantId, 'DOCTOR'))
  assert.equal((await end(client.clientId, colleague)).status, 404)
  const link = await call('POST', `/api/clients/${client.clientId}/handover`, { token: admin.token, body: {} })
  assert.equal((await end(client.clientId)).status, 200)
  await waitASecond()
  assert.equal((await call('GET', '/api/users/me', { token: client.token })).status, 401)
  assert.equal(await tokenOf(client.clientId, client.secret), undefined)
  const opened = await fetch(link.body.handoverUrl, { method: 'POST', headers: { accept: 'application/json' } })
  assert.equal(opened.status, 410)
  const body = { status: 'ENABLED' }
  const enabled = await call('PUT', `/api/clients/${client.clientId}`, { token: admin.token, body })
  assert.equal(enabled.status, 409, enabled.text)
  assert.equal((await allow(client.clientId)).status, 409)
})

test('an administrator who takes over an allowed client cannot sign with it', async () => {
  for (const takeOver of [
    async (id: string) => secretOf(id),
    async (id: string) => {
      const body = { graceHours: 0 }
      const { handoverUrl } = (await call('POST', `/api/clients/${id}/handover`, { token: admin.token, body })).body
      const opened = await fetch(handoverUrl, { method: 'POST', headers: { accept: 'application/json' } })
      return ((await opened.json()) as { clientSecret: string }).clientSecret
    },
  ]) {
    const { clientId } = await newClient()
    await allow(clientId)
    const secret = await takeOver(clientId)
    const token = await tokenOf(clientId, secret)
    assert.equal((await issue({ token })).status, 403)
  }
})

test('an added scope ends the permission, a removed one does not', async () => {
  const { clientId } = await newClient()
  await allow(clientId)
  const change = async (scopes: readonly string[]) =>
    (await call('PUT', `/api/clients/${clientId}`, { token: admin.token, body: { scopes } })).body.client
  assert.notEqual((await change(['users:read', 'lab_orders:write'])).signingAllowedAt, null)
  assert.equal((await change(['users:read', 'prescriptions:write'])).signingAllowedAt, null)
})

test('the sandbox’s fixed clients may sign', async () => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from clients where id in ('sandbox-doctor', 'sandbox-dentist', 'sandbox-b-doctor')
       and signing_allowed_at is not null`,
  )
  assert.equal(rows.length, 3)
})
