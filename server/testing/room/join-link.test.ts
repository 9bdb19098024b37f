import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { codeIn } from '../../src/features/people/codes/codes-testing.ts'
import { assertAccessible } from '../accessible.ts'
import { withoutBrowser } from '../browser.ts'
import { book, givePhone, newPerson, type Person } from '../factories.ts'
import type { Platform } from '../harness.ts'
import { DOCTOR, type EntryOptions, openAddress, openScene, type Seat, until } from './call.ts'

/** Moves an appointment so that it starts in some minutes. */
const moveTo = ({ owner }: Platform, id: string, minutes: number) =>
  owner.query(
    `update appointments
     set start_time = app_now() + $2 * interval '1 minute', end_time = app_now() + ($2 + 30) * interval '1 minute'
     where id = $1`,
    [id, minutes],
  )

const VIEWS = [
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const
async function assertAccessibleInViews({ page }: Seat, state: string): Promise<void> {
  for (const { width, colorScheme } of VIEWS) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await assertAccessible(page, `${state}, ${width} px, ${colorScheme}`)
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${state} is too wide`)
  }
}

/** From a message to the consultation, as people go: by the link of the message. */
describe('in a browser, the link of a message', { skip: withoutBrowser }, async () => {
  const scene = await openScene({ VIDEO_JOIN_WINDOW: '30,60', JOIN_LINK_CHECK: 'birth-date' })
  const { platform, admin, doctor, patient, browser } = scene
  const { owner } = platform

  const startIn = (id: string, minutes: number) => moveTo(platform, id, minutes)

  /** The link in the message that a person received, in the sandbox's outbox. */
  async function linkTo(person: Person, appointmentId: string): Promise<string> {
    return until(async () => {
      const query = new URLSearchParams({ about: appointmentId, pageSize: '100' })
      const { body } = await platform.call('GET', `/api/sandbox/messages?${query}`, { token: admin.token })
      const { rows } = await owner.query('select email from users where id = $1', [person.id])
      const to = body.messages.filter((message: { to: string }) => message.to === rows[0].email)
      return to.map(({ text }: { text: string }) => /https?:\S+\/join\/\S+/.exec(text)?.[0]).find(Boolean)
    }, 'a message with a link')
  }

  const follow = (t: TestContext, person: Person, address: string, options: EntryOptions = {}) =>
    openAddress(t, browser, person.id, address, options)

  test('leads patient and doctor into the consultation with one more press', async (t) => {
    const { id } = await book(platform, admin, doctor, patient, 48)
    await book(platform, admin, doctor, patient, 2)
    const [toPatient, toDoctor] = [await linkTo(patient, id), await linkTo(doctor, id)]
    await startIn(id, 5)
    const host = await follow(t, doctor, toDoctor)
    await host.shows('before')
    await host.press('join')
    await host.shows('call')
    const guest = await follow(t, patient, toPatient)
    await guest.shows('before')
    assert.doesNotMatch(guest.page.url(), /join/, 'the code is not in the address bar')
    await guest.press('join')
    await guest.shows('waiting')
    await guest.page.locator('.visit').getByText(DOCTOR).waitFor()
    assert.match(await guest.page.locator('.visit').innerText(), /\d\d:\d\d\s+Vous êtes le prochain patient\./)
    await assertAccessibleInViews(guest, 'waiting with the details of the visit')
    await host.press('admit')
    await guest.shows('call')
    await Promise.all([host.sees(), guest.sees()])
    await guest.page.reload()
    await guest.shows('call')
    await host.press('end')
    await host.press('end-confirm')
    await guest.shows('over', 'completed')
    await host.shows('over', 'completed')
    await host.page.getByText(/Votre prochain rendez-vous est à \d\d:\d\d\./).waitFor()
    await assertAccessibleInViews(host, 'over, for the doctor')
    await host.page.getByRole('button', { name: 'Notes, ordonnance, certificat' }).click()
    const record = host.page.getByRole('link', { name: 'Notes, ordonnance, certificat' })
    assert.equal(await record.getAttribute('href'), `/console/today/${id}`)
    await assertAccessibleInViews(host, 'the link after the consultation, for the doctor')
    await guest.page.reload()
    await guest.shows('over', 'completed')
    await assertAccessibleInViews(guest, 'over')
    await guest.press('next')
    await guest.page.getByRole('heading', { name: 'Cette consultation est terminée' }).waitFor()
    await assertAccessibleInViews(guest, 'the link after the consultation')
    const onward = guest.page.getByRole('link', { name: 'Voir la suite' })
    assert.equal(await onward.getAttribute('href'), `/fr/visits/${id}`)
  })

  test('asks a guardian for the birth date of the child', async (t) => {
    const mother = await newPerson(platform, patient.tenantId, 'PATIENT', undefined, 'Zineb Alami')
    const child = await newPerson(platform, patient.tenantId, 'PATIENT', undefined, 'Adam Alami')
    await owner.query(
      `insert into patient_identities (tenant_id, patient_id, birth_date, updated_by) values ($1, $2, '2019-05-01', $2)`,
      [child.tenantId, child.id],
    )
    const body = { guardianId: mother.id, dependantId: child.id, kind: 'PARENT' }
    assert.equal((await platform.call('POST', '/api/guardianships', { token: admin.token, body })).status, 201)
    const { id } = await book(platform, admin, doctor, child, 72)
    const { body: made } = await platform.call('POST', `/api/appointments/${id}/join-link`, {
      token: mother.token,
      body: {},
    })
    await linkTo(child, id)
    await startIn(id, 0)
    const seat = await follow(t, mother, made.joinLink.url, { ignoredErrors: /403/ })
    await seat.shows('birth-date')
    await assertAccessibleInViews(seat, 'the question for the birth date')
    const answer = async (day: string, month: string, year: string) => {
      for (const [name, value] of Object.entries({ day, month, year }))
        await seat.page.fill(`input[name=${name}]`, value)
      await seat.page.keyboard.press('Enter')
    }
    await answer('2', '5', '2019')
    await seat.page.getByRole('alert').waitFor()
    await assertAccessibleInViews(seat, 'a wrong birth date')
    const { rows } = await owner.query(
      'select user_id, wrong_checks from join_links where appointment_id = $1 and user_id = any($2) order by wrong_checks',
      [id, [mother.id, child.id]],
    )
    const counted = [
      { user_id: child.id, wrong_checks: 0 },
      { user_id: mother.id, wrong_checks: 1 },
    ]
    assert.deepEqual(rows, counted, 'wrong answers count against one link')
    await answer('1', '5', '2019')
    await seat.shows('before')
  })

  test('before the room opens: when, with whom, a test of the devices, and a calendar file', async (t) => {
    const { id } = await book(platform, admin, doctor, patient, 96)
    const address = await linkTo(patient, id)
    for (const language of ['fr', 'ar'] as const) {
      const seat = await follow(t, patient, address.replace('/fr/', `/${language}/`), { language })
      await seat.page.locator('.visit').waitFor()
      await assertAccessibleInViews(seat, `early, in ${language}`)
      await seat.page.locator('a.main').click()
      await seat.shows('before')
      await seat.page.locator('.checks [data-look=good]').nth(2).waitFor()
      assert.equal(await seat.page.locator('[data-do=join]').count(), 0)
      await assertAccessibleInViews(seat, `the test of the devices, in ${language}`)
      await seat.press('back')
      await seat.page.locator('.visit').waitFor()
    }
  })

  test('enters the room by itself when it opens', async (t) => {
    const { id } = await book(platform, admin, doctor, patient, 120)
    const address = await linkTo(patient, id)
    await startIn(id, 30.1)
    const seat = await follow(t, patient, address)
    await seat.page.locator('.visit').waitFor()
    await seat.shows('before')
  })

  test('says at once that the appointment is cancelled', async (t) => {
    const { id } = await book(platform, admin, doctor, patient, 144)
    const address = await linkTo(patient, id)
    await platform.call('PUT', `/api/appointments/${id}`, { token: admin.token, body: { status: 'CANCELLED' } })
    const seat = await follow(t, patient, address)
    await seat.page.getByRole('heading', { name: /Ce rendez.vous est annulé/ }).waitFor()
    await assertAccessibleInViews(seat, 'cancelled')
  })
})

describe('in a browser, a link with a code by telephone', { skip: withoutBrowser }, async () => {
  const { platform, admin, doctor, browser } = await openScene({
    VIDEO_JOIN_WINDOW: '30,60',
    JOIN_LINK_CHECK: 'code',
  })

  test('sends a code to the telephone, and asks for it', async (t) => {
    const person = await newPerson(platform, admin.tenantId, 'PATIENT')
    await givePhone(platform, person, '+212655119978')
    const { id } = await book(platform, admin, doctor, person, 168)
    const { body } = await platform.call('POST', `/api/appointments/${id}/join-link`, { token: person.token, body: {} })
    await moveTo(platform, id, 0)
    const seat = await openAddress(t, browser, person.id, body.joinLink.url, { ignoredErrors: /403/ })
    await seat.shows('code')
    await seat.page.getByText('un code a été envoyé à votre téléphone qui finit par ••78', { exact: false }).waitFor()
    await assertAccessibleInViews(seat, 'the question for the code')
    const code = await codeIn(platform, person.id)
    const answer = async (text: string) => {
      await seat.page.fill('input[name=code]', text)
      await seat.page.keyboard.press('Enter')
    }
    await answer(code === '000000' ? '000001' : '000000')
    await seat.page.getByRole('alert').waitFor()
    await assertAccessibleInViews(seat, 'a wrong code')
    await seat.press('send-code')
    await seat.page.getByText('••78', { exact: false }).waitFor()
    await answer(code)
    await seat.shows('before')
  })
})
