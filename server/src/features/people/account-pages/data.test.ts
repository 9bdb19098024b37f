import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, givePassword, newPerson, newSession } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { consent, enterResults, newPractice, orderTests, placeOrder, prescribe } from '../../../../testing/practice.ts'
import { newBrowser, PASSWORD } from '../../platform/sign-in/browser-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, doctor, patient, pharmacist } = await newPractice(platform)

async function enter({ id }: { id: string }) {
  await givePassword(platform, { id })
  const browser = newBrowser(platform)
  const answer = await browser.signIn(`${id}@test.example`, PASSWORD)
  assert.equal(answer.status, 200, answer.text)
  return browser
}
async function dataOf(person: { id: string }) {
  const browser = await enter(person)
  const answer = await browser.send('POST', '/account/data', { form: {} })
  assert.equal(answer.status, 200, answer.text)
  return answer
}

describe('downloading one’s data', () => {
  test('gives a patient their account and whole record as a file, and no data of other people', async () => {
    await consent(platform, patient, doctor)
    const appointment = await book(platform, patient, doctor, patient, 48)
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const { id: orderId } = await placeOrder(platform, patient, prescriptionId, pharmacist)
    const { id: labOrderId } = await orderTests(platform, doctor, patient)
    await enterResults(platform, doctor, labOrderId)
    const released = await call('PUT', `/api/lab-orders/${labOrderId}`, {
      token: doctor.token,
      body: { status: 'RELEASED' },
    })
    assert.equal(released.status, 200, released.text)
    await call('PUT', `/api/patients/${patient.id}/identity`, { token: patient.token, body: { insurer: 'CNOPS' } })
    const stranger = await newPerson(platform, tenantId, 'PATIENT', undefined, 'Another Patient')
    await book(platform, stranger, doctor, stranger, 72)

    const { headers, body, text } = await dataOf(patient)
    assert.match(headers.get('content-disposition')!, /^attachment; filename="medina-care-\d{4}-\d\d-\d\d\.json"$/)
    assert.equal(headers.get('cache-control'), 'no-store')
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
    assert.equal(body.user.id, patient.id)
    assert.equal(body.identity.insurer, 'CNOPS')
    assert.ok(ids(body.appointments).includes(appointment.id))
    assert.deepEqual(ids(body.prescriptions), [prescriptionId])
    assert.deepEqual(ids(body.orders), [orderId])
    assert.deepEqual(ids(body.labOrders), [labOrderId])
    assert.ok(body.labOrders[0].result.results.length > 0)
    assert.ok(JSON.stringify(body.relationships).includes(doctor.id))
    assert.deepEqual(
      [body.invoices, body.followUps, body.reviews, body.documents, body.dependants],
      [[], [], [], [], []],
    )
    assert.ok(body.sessions.some(({ current }: { current: boolean }) => current))
    assert.equal(body.contact.email, `${patient.id}@test.example`)
    assert.ok(!text.includes(stranger.id))
    for (const name of [
      'patient',
      'consents',
      'consentHistory',
      'conditions',
      'messages',
      'memberships',
      'secondFactors',
    ])
      assert.notEqual(body[name], null, name)
    const { rows } = await owner.query(
      `select distinct operation from audit_log
       where user_id = $1 and client_id = $2 and operation in ('listPrescriptions', 'readLabResult', 'listMessages')`,
      [patient.id, `web/${patient.id}`],
    )
    assert.equal(rows.length, 3, 'each part is in the audit log')
  })

  test('reads lists of more than one page', async () => {
    const person = await newPerson(platform, tenantId, 'PATIENT')
    await owner.query(
      `insert into messages (tenant_id, id, recipient_user_id, template_code, purpose, variables, about)
       select $1, new_id('msg'), $2, 'PASSWORD_CHANGED', 'CRITICAL', '{}', '{}' from generate_series(1, 230)`,
      [tenantId, person.id],
    )
    const { messages } = (await dataOf(person)).body
    assert.ok(messages.length >= 230)
    assert.equal(new Set(messages.map(({ id }: { id: string }) => id)).size, messages.length)
  })

  test('gives the staff their account and profile, and no data of patients', async () => {
    const { body, text } = await dataOf(doctor)
    assert.equal(body.user.id, doctor.id)
    assert.ok('profile' in body && !('appointments' in body))
    assert.ok(!text.includes(patient.id))
    const administrator = (await dataOf(admin)).body
    assert.deepEqual([administrator.user.id, 'patient' in administrator], [admin.id, false])
    assert.ok(
      administrator.messages.every(({ recipientUserId }: { recipientUserId: string }) => recipientUserId === admin.id),
    )
  })

  test('is refused to people who are not signed in, and to forms of other sites', async () => {
    const stranger = await newBrowser(platform).send('POST', '/account/data', { form: {} })
    assert.match(stranger.headers.get('location')!, /^\/signin\?/)
    const browser = await enter(patient)
    const foreign = await browser.send('POST', '/account/data', {
      form: {},
      headers: { origin: 'https://evil.example' },
    })
    assert.equal(foreign.status, 403)
  })
})

test('an unverified professional has an account page too', async () => {
  const pending = await newPerson(platform, tenantId, 'PENDING')
  const browser = await enter(pending)
  assert.equal((await browser.send('GET', '/account')).status, 200)
  assert.equal((await dataOf(pending)).body.clients, null)
  assert.equal(
    (await call('GET', '/api/users/me/clients', { token: (await newSession(platform, pending)).token })).status,
    403,
  )
})
