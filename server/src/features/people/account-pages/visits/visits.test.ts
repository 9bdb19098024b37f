import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../../../../testing/accessible.ts'
import { startBrowser, withoutBrowser } from '../../../../../testing/browser.ts'
import { book, givePassword, newPerson, type Person } from '../../../../../testing/factories.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { bookCompletedConsultation, newPractice, prescribe, propose } from '../../../../../testing/practice.ts'
import type { Role } from '../../../../actor.ts'
import { languages } from '../../../../http/pages/language.ts'
import { newBrowser, PASSWORD } from '../../../platform/sign-in/browser-testing.ts'
import { words } from './words/index.ts'

const platform = await startPlatform()
const { call, owner } = platform
const practice = await newPractice(platform)
const { admin, doctor, pharmacist, tenantId } = practice

type Patient = Person & { email: string }

/** A patient of the practice who can sign in. */
const newPatient = () => newUser('PATIENT')

async function newUser(role: Role): Promise<Patient> {
  const person = await newPerson(platform, tenantId, role)
  await givePassword(platform, person)
  return { ...person, email: `${person.id}@test.example` }
}

/** The browser of a person, without a script. */
async function signedIn({ email }: Pick<Patient, 'email'>) {
  const browser = newBrowser(platform)
  assert.equal((await browser.signIn(email, PASSWORD)).status, 200)
  const send = (method: string, path: string, form?: Record<string, string>) => browser.send(method, path, { form })
  return { open: (path: string) => send('GET', path), send }
}

const invoiceFor = async (patient: Person, appointmentId: string): Promise<string> => {
  const body = { patientId: patient.id, appointmentId, amountMAD: 40_050 }
  const answer = await call('POST', '/api/invoices', { token: doctor.token, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.invoice.id
}

describe('the page of a visit', () => {
  test('shows each result as it appears, and leads to its document', async () => {
    const patient = await newPatient()
    const id = await bookCompletedConsultation(platform, doctor, patient)
    const { open } = await signedIn(patient)
    const path = `/en/visits/${id}`
    const text = async () => (await open(path)).text
    assert.ok((await text()).includes(words.en.visit.nothing))

    const { id: rx } = await prescribe(platform, doctor, patient, id)
    const unsign = 'update prescriptions set signature = null, jws = null, kid = null, signed_at = null where id = $1'
    await owner.query(unsign, [rx])
    assert.ok((await text()).includes(words.en.prescriptions.unsigned))
    assert.ok(!(await text()).includes(`${path}/prescriptions/${rx}`))
    const signed = await call('POST', `/api/prescriptions/${rx}/sign`, { token: doctor.token, body: {} })
    assert.equal(signed.status, 200, signed.text)
    assert.ok((await text()).includes(`${path}/prescriptions/${rx}`))

    const invoice = await invoiceFor(patient, id)
    const shown = await text()
    assert.ok(shown.includes('400,50\u00a0MAD') && shown.includes(words.en.invoices.statuses.OPEN))
    const certificate = await call('POST', '/api/pdf/generate', {
      token: doctor.token,
      body: { templateId: 'certificate', data: { appointmentId: id, statement: 'Repos conseillé' } },
    })
    assert.equal(certificate.status, 200, certificate.text)
    const { documentId } = certificate.body
    assert.ok((await text()).includes(words.en.documents.certificate))

    for (const file of [`prescriptions/${rx}`, `invoices/${invoice}`, `documents/${documentId}`]) {
      const answer = await open(`${path}/${file}`)
      assert.equal(answer.status, 303, file)
      const pdf = await fetch(answer.headers.get('location')!)
      assert.equal(pdf.headers.get('content-type'), 'application/pdf', file)
    }
    await call('POST', `/api/documents/${documentId}/cancel`, { token: doctor.token, body: {} })
    assert.ok(!(await text()).includes(words.en.documents.certificate))
  })

  test('sends a prescription to a pharmacy, and follows the order', async () => {
    const patient = await newPatient()
    const id = await bookCompletedConsultation(platform, doctor, patient)
    const { id: rx } = await prescribe(platform, doctor, patient, id)
    const { open, send } = await signedIn(patient)
    const path = `/en/visits/${id}`
    const order = { prescription: rx, pharmacy: pharmacist.id, delivery: 'yes' }
    assert.equal((await send('POST', `${path}/orders`, order)).status, 303)
    const { rows } = await owner.query(
      `select id, pharmacy_id, delivery_requested from orders where prescription_id = $1`,
      [rx],
    )
    assert.partialDeepStrictEqual(rows, [{ pharmacy_id: pharmacist.id, delivery_requested: true }])
    const { PENDING, PREPARING, CANCELLED } = words.en.prescriptions.orders
    assert.ok((await open(path)).text.includes(PENDING))
    const again = await send('POST', `${path}/orders`, order)
    assert.deepEqual([again.status, again.text.includes(words.en.faults.changed)], [409, true])
    assert.equal((await send('POST', `${path}/orders/${rows[0].id}/cancel`)).status, 303)
    const cancelled = await open(path)
    assert.ok(cancelled.text.includes(CANCELLED) && cancelled.text.includes(words.en.prescriptions.order))
    assert.equal((await send('POST', `${path}/orders`, order)).status, 303)
    const [second] = (await call('GET', `/api/orders?prescriptionId=${rx}`, { token: patient.token })).body.orders
    await call('PUT', `/api/orders/${second.id}`, { token: pharmacist.token, body: { status: 'PREPARING' } })
    const prepared = await open(path)
    assert.ok(prepared.text.includes(PREPARING) && !prepared.text.includes(words.en.prescriptions.cancelOrder))
  })

  test('takes one review', async () => {
    const patient = await newPatient()
    const id = await bookCompletedConsultation(platform, doctor, patient)
    const { open, send } = await signedIn(patient)
    const missing = await send('POST', `/fr/visits/${id}/review`, { comment: '' })
    assert.deepEqual([missing.status, missing.text.includes(words.fr.faults.rating)], [422, true])
    assert.equal((await send('POST', `/fr/visits/${id}/review`, { rating: '4', comment: ' Merci ' })).status, 303)
    assert.ok((await open(`/fr/visits/${id}`)).text.includes(words.fr.review.given(4)))
    const { rows } = await owner.query('select rating, comment from reviews where appointment_id = $1', [id])
    assert.deepEqual(rows, [{ rating: 4, comment: 'Merci' }])
    assert.equal((await send('POST', `/fr/visits/${id}/review`, { rating: '1' })).status, 409)
  })

  test('accepts or declines a follow-up', async () => {
    const patient = await newPatient()
    const id = await bookCompletedConsultation(platform, doctor, patient)
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const times = { startTime: inDays(20), endTime: new Date(Date.parse(inDays(20)) + 1_800_000).toISOString() }
    const [timed, open_] = [
      await propose(platform, doctor, patient, { ...times, reason: 'Contrôle' }),
      await propose(platform, doctor, patient),
    ]
    const { open, send } = await signedIn(patient)
    const path = `/ar/visits/${id}`
    const shown = (await open(path)).text
    assert.ok(shown.includes('Contrôle') && shown.includes(words.ar.followUp.noTime))
    assert.equal((await send('POST', `${path}/follow-ups/${timed}/accept`)).status, 303)
    const { rows } = await owner.query('select appointment_id from follow_ups where id = $1', [timed])
    const accepted = (await open(path)).text
    assert.ok(accepted.includes(`/ar/visits/${rows[0].appointment_id}`))
    assert.equal((await send('POST', `${path}/follow-ups/${open_}/decline`)).status, 303)
    assert.ok(!(await open(path)).text.includes(words.ar.followUp.noTime))
    const next = (await open(`/ar/visits/${rows[0].appointment_id}`)).text
    assert.match(next, /href="\/ar\/join\/[\w-]+"/)
  })

  test('is for the patient and guardians only', async () => {
    const [patient, other] = [await newPatient(), await newPatient()]
    const id = await bookCompletedConsultation(platform, doctor, patient)
    const { id: rx } = await prescribe(platform, doctor, patient, id)
    const stranger = await signedIn(other)
    const own = await bookCompletedConsultation(platform, doctor, other)
    for (const path of [id, `${id}/prescriptions/${rx}`, 'apt_absent', '%2e%2e', 'x'.repeat(200)])
      assert.equal((await stranger.open(`/en/visits/${path}`)).status, 404, path)
    const refused = await stranger.open(`/en/visits/${own}/prescriptions/${rx}`)
    assert.deepEqual([refused.status, refused.text.includes(words.en.faults.changed)], [422, true])
    const order = { prescription: rx, pharmacy: pharmacist.id }
    assert.equal((await stranger.send('POST', `/en/visits/${own}/orders`, order)).status, 422)
    assert.equal((await stranger.send('POST', `/en/visits/${id}/review`, { rating: '1' })).status, 404)
    const staff = await signedIn(await newUser('DOCTOR'))
    assert.equal((await staff.open(`/en/visits/${id}`)).status, 404)
    const visitor = newBrowser(platform)
    const sent = await visitor.send('GET', `/en/visits/${id}`)
    assert.equal(sent.headers.get('location'), `/signin?callbackUrl=${encodeURIComponent(`/en/visits/${id}`)}`)
    const foreign = await call('POST', `/en/visits/${id}/review`, {
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(foreign.status, 403)
  })
})

test('the list has the visits of the person and of dependants, latest first, by page', async () => {
  const patient = await newPatient()
  const { open } = await signedIn(patient)
  assert.ok((await open('/en/visits')).text.includes(words.en.list.none))
  const hours = Array.from({ length: 22 }, (_, index) => 24 + index * 2)
  const ids: string[] = []
  for (const ahead of hours) ids.push((await book(platform, admin, doctor, patient, ahead)).id)
  const linked = (text: string) => [...text.matchAll(/\/en\/visits\/(apt_\w+)/g)].map(([, id]) => id!)
  const first = await open('/en/visits')
  assert.deepEqual(linked(first.text), ids.toReversed().slice(0, 20))
  const [, earlier] = /href="(\/en\/visits\?cursor=[^"]+)"/.exec(first.text)!
  assert.deepEqual(linked((await open(earlier!)).text), ids.toReversed().slice(20))
  assert.equal((await open('/en/visits?cursor=x')).status, 404)
})

describe('in a browser', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const browser = await startBrowser()

  for (const language of languages) {
    test(`a patient signs in, sends the prescription to a pharmacy and reviews the visit (${language})`, async (t) => {
      const text = words[language]
      const patient = await newPatient()
      const id = await bookCompletedConsultation(platform, doctor, patient)
      const { page } = await browser.visitor(t, 'patient', { locale: language, viewport: { width: 320, height: 640 } })
      const press = async (name: string, role: 'button' | 'link' = 'button') => {
        await page.getByRole(role, { name }).first().focus()
        await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
      }
      await page.goto(`${platform.url}/${language}/visits/${id}`)
      await signInOn(page, patient.email)
      assert.equal(await page.locator('h1').textContent(), text.visit.title)
      await assertAccessible(page, `nothing yet ${language}`)
      await prescribe(platform, doctor, patient, id)
      await invoiceFor(patient, id)
      await propose(platform, doctor, patient)
      await page.reload()
      await assertAccessible(page, `results ${language}`)
      await page.getByLabel(text.prescriptions.pharmacy).selectOption(pharmacist.id)
      await press(text.prescriptions.order)
      await assertAccessible(page, `ordered ${language}`)
      await page.getByLabel(text.review.ratings[4]).focus()
      await page.keyboard.press('Space')
      await press(text.review.button)
      assert.ok((await page.textContent('main'))!.includes(text.review.given(5)))
      await press(text.visit.back, 'link')
      assert.equal(await page.locator('h1').textContent(), text.list.title)
      await assertAccessible(page, `list ${language}`)
    })
  }
})

async function signInOn(page: Page, email: string): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await Promise.all([page.waitForEvent('load'), page.locator('form button:not([hidden])').first().click()])
}
