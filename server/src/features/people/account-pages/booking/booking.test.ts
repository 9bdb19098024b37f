import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../../../../testing/accessible.ts'
import { startBrowser, withoutBrowser } from '../../../../../testing/browser.ts'
import { messagesTo, newPerson, type Person } from '../../../../../testing/factories.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { createPlace, createVisitType, everyDay, ignoreHolidays, open } from '../../../../../testing/scheduling.ts'
import { languages } from '../../../../http/pages/language.ts'
import { newBrowser, newMember, PASSWORD } from '../../../platform/sign-in/browser-testing.ts'
import { newEmail } from '../../accounts/registration-testing.ts'
import { codeIn } from '../../codes/codes-testing.ts'
import { words as accountWords } from '../words/index.ts'
import { words } from './words/index.ts'

const SANDBOX = 'ten_sandbox'
const platform = await startPlatform()
const { call, owner, services } = platform
await ignoreHolidays(platform, SANDBOX)
const admin = await newPerson(platform, SANDBOX, 'ADMIN')
const placeId = await createPlace(platform, admin, { city: 'Ifrane' })
// As long as the sandbox's type: otherwise a start of today may be free for that one only.
const type = await createVisitType(platform, admin, { name: 'Première consultation', durationMin: 15 })

/** A doctor of the public directory with free times of every day. */
async function newDoctor(city = 'Ifrane'): Promise<Person> {
  const doctor = await newPerson(platform, SANDBOX, 'DOCTOR', undefined, 'Dr Salma Tazi')
  const profile = { specialty: 'Cardiologie', city, languages: ['fr', 'zgh'], isTele: true }
  const answer = await call('PUT', `/api/doctors/${doctor.id}`, { token: admin.token, body: profile })
  assert.equal(answer.status, 200, answer.text)
  await open(platform, admin, doctor, everyDay(placeId, { from: '09:00', to: '12:00' }))
  return doctor
}
const doctor = await newDoctor()

/** A browser without a script. */
function visit() {
  const browser = newBrowser(platform)
  const send = (method: string, path: string, form?: Record<string, string>) => browser.send(method, path, { form })
  return { ...browser, open: (path: string) => send('GET', path), send }
}
const runJob = () => call('POST', '/api/cron/offer-waitlist', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } })
const hrefs = (text: string, pattern: RegExp) =>
  [...text.matchAll(/href="([^"]+)"/g)]
    .map(([, href]) => href!.replaceAll('&amp;', '&'))
    .filter((href) => pattern.test(href))

describe('the booking pages', () => {
  test('find practitioners by city, specialty, language and mode, with their first free time', async () => {
    const browser = visit()
    const found = async (query: string) => (await browser.open(`/en/book?${query}`)).text.includes(`/${doctor.id}`)
    for (const query of [
      'city=Ifrane',
      'city=إفران',
      'city=ifrane&specialty=أمراض القلب',
      'city=ifrane&languages=zgh&mode=VIDEO',
    ])
      assert.equal(await found(query), true, query)
    for (const query of [
      '',
      'city=Rabat',
      'city=ifrane&languages=es',
      'city=ifrane&mode=PHONE',
      'city=ifrane&specialty=Pédiatrie',
    ])
      assert.equal(await found(query), false, query)
  })

  test('answer unknown addresses and foreign forms with a page', async () => {
    const browser = visit()
    for (const path of ['/fr/book/unknown', `/fr/book/${doctor.id}/time`, `/fr/book/${doctor.id}/time?start=never`]) {
      const page = await browser.open(path)
      assert.deepEqual([page.status, page.text.includes(words.fr.notices.unknown.heading)], [404, true], path)
    }
    const foreign = await platform.call('POST', `/fr/book/${doctor.id}/time`, {
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(foreign.status, 403)
    const script = await browser.open('/fr/book?city=%3Cscript%3E')
    assert.ok(!script.text.includes('<script>'))
  })

  test('send visitors to sign in, and patients of another organisation to register', async () => {
    const visitor = visit()
    const [path] = hrefs((await visitor.open(`/fr/book/${doctor.id}`)).text, /\/time\?/)
    const { searchParams } = new URL(path!, platform.url)
    const form = { type: type.id, place: placeId, start: searchParams.get('start')! }
    const sent = await visitor.send('POST', `/fr/book/${doctor.id}/time`, form)
    assert.equal(sent.status, 303)
    assert.ok(sent.headers.get('location')!.startsWith('/signin?callbackUrl=%2Ffr%2Fbook%2F'))
    const browser = visit()
    const { email } = await newMember(platform) // of an organisation of its own
    assert.equal((await browser.signIn(email, PASSWORD)).status, 200)
    const refused = await browser.send('POST', `/fr/book/${doctor.id}/time`, form)
    assert.equal(refused.status, 422)
    assert.ok(refused.text.includes(words.fr.faults.elsewhere))
  })
})

describe('booking in a browser', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const browser = await startBrowser()
  const heading = (page: Page) => page.locator('h1').textContent()
  /** Follows a link or presses a button with the keyboard. */
  const press = async (page: Page, name: string | RegExp, role: 'link' | 'button' = 'button') => {
    await page.getByRole(role, { name }).first().focus()
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  }
  const bySlot = /^\d\d:\d\d,/

  for (const language of languages) {
    const text = words[language]
    const account = accountWords[language]

    test(`a new patient searches, registers, confirms by code and books (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'patient', {
        locale: language,
        viewport: { width: 320, height: 640 },
        ignoredErrors: /the server responded with a status of 4\d\d/,
      })
      await page.goto(`${platform.url}/${language}/book`)
      await page.getByLabel(text.search.city).fill('Ifrane')
      await assertAccessible(page, `search ${language}`)
      await press(page, text.search.button)
      await assertAccessible(page, `found ${language}`)
      await press(page, new RegExp(`^${text.search.all}`), 'link')
      await assertAccessible(page, `times ${language}`)
      await press(page, bySlot, 'link')
      assert.equal(await heading(page), text.time.title)
      await assertAccessible(page, `time ${language}`)
      await press(page, text.time.button)
      await press(page, account.signIn.register, 'link')
      const email = newEmail()
      await page.getByLabel(account.register.name).fill('Amina Bouzid')
      await page.getByLabel(account.email).fill(email)
      await page.getByLabel(account.newPassword, { exact: true }).fill(PASSWORD)
      await press(page, account.register.button)
      assert.equal(await heading(page), text.time.title, 'back at the chosen time')
      await press(page, text.time.button)
      assert.equal(await heading(page), text.confirm.title)
      await assertAccessible(page, `confirm ${language}`)
      await page.getByLabel(text.confirm.reason).fill('Palpitations')
      await page.getByLabel(text.confirm.codeLabel).fill('000000')
      await press(page, text.confirm.button)
      await assertAccessible(page, `wrong code ${language}`)
      const { rows } = await owner.query(`select id from users where email = $1`, [email])
      await page.getByLabel(text.confirm.codeLabel).fill(await codeIn(platform, rows[0].id))
      await press(page, text.confirm.button)
      assert.equal(await heading(page), text.done.title)
      await assertAccessible(page, `done ${language}`)
      const join = await page.getByRole('link', { name: text.done.join }).getAttribute('href')
      assert.match(join!, /^\/\w\w\/join\/[\w-]+$/)
      const file = await fetch(`${platform.url}${join}/calendar.ics`)
      assert.ok((await file.text()).includes('BEGIN:VCALENDAR'))
      const booked = await owner.query(
        `select visit_reason, visit_type_id, place_id, mode, status from appointments where patient_id = $1`,
        [rows[0].id],
      )
      const expected = {
        visit_reason: 'Palpitations',
        visit_type_id: type.id,
        place_id: placeId,
        mode: 'VIDEO',
        status: 'SCHEDULED',
      }
      assert.deepEqual(booked.rows, [expected])
      const holds = await owner.query('select from slot_holds where held_by = $1', [rows[0].id])
      assert.equal(holds.rowCount, 0)
    })
  }

  test('a patient waits for a time, is offered one by a message, and accepts it', async (t) => {
    const [busy, other] = [await newDoctor('Azrou'), await newPerson(platform, SANDBOX, 'PATIENT')]
    const from = new Date(services.clock.nowMs() + 86_400_000)
    const first = await call(
      'GET',
      `/api/slots?doctorId=${busy.id}&visitTypeId=${type.id}&first=true&from=${from.toISOString()}`,
      {
        token: admin.token,
      },
    )
    const [slot] = first.body.slots
    const taken = { doctorId: busy.id, patientId: other.id, startTime: slot.startTime, endTime: slot.endTime }
    const { id } = (await call('POST', '/api/appointments', { token: admin.token, body: taken })).body.appointment

    const { page } = await browser.visitor(t, 'waiting', { locale: 'en', viewport: { width: 390, height: 800 } })
    const email = newEmail()
    await page.goto(
      `${platform.url}/register?${new URLSearchParams({ callbackUrl: `/en/book/${busy.id}?type=${type.id}` })}`,
    )
    await page.getByLabel(accountWords.en.register.name).fill('Nadia Alami')
    await page.getByLabel(accountWords.en.email).fill(email)
    await page.getByLabel(accountWords.en.newPassword, { exact: true }).fill(PASSWORD)
    await press(page, accountWords.en.register.button)
    await press(page, words.en.doctor.wait)
    assert.equal(await heading(page), words.en.waitlist.title)
    await assertAccessible(page, 'waiting')

    await call('POST', `/api/appointments/${id}/cancel`, { token: admin.token, body: {} })
    await runJob()
    const { rows } = await owner.query('select id from users where email = $1', [email])
    const [message] = await messagesTo(platform, rows[0].id, 'WAITLIST_OFFERED')
    await page.goto(message!.variables.link!)
    await assertAccessible(page, 'offered')
    await press(page, words.en.waitlist.accept, 'link')
    await page.getByLabel(words.en.confirm.codeLabel).fill(await codeIn(platform, rows[0].id))
    await press(page, words.en.confirm.button)
    assert.equal(await heading(page), words.en.done.title)
    await page.goto(`${platform.url}/book/waitlist`)
    assert.ok((await page.textContent('main'))!.includes(words.en.waitlist.none))
  })
})
