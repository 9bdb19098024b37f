import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { transitions as shownTransitions } from '../../../web/console/organization/agenda/statuses.ts'
import { words as ar } from '../../../web/console/organization/agenda/words/ar.ts'
import { words as en } from '../../../web/console/organization/agenda/words/en.ts'
import { words as fr } from '../../../web/console/organization/agenda/words/fr.ts'
import { transitions } from '../../src/features/care/appointments/rules.ts'
import { arrive } from '../../src/features/care/video/room-testing.ts'
import { newMember } from '../../src/features/platform/sign-in/browser-testing.ts'
import type { Language } from '../../src/lib/channels.ts'
import { assertAccessible } from '../accessible.ts'
import { startBrowser, type VisitorOptions, withoutBrowser } from '../browser.ts'
import { eventually } from '../eventually.ts'
import { newPerson, type Person } from '../factories.ts'
import { startPlatform } from '../harness.ts'
import { directions, languages, NARROW, openScreen, press, tabTo } from './visiting.ts'

const texts = { fr, ar, en }
const WIDE = { width: 1280, height: 900 }
/** A Monday in the future, when the time in Morocco equals UTC. */
const DAY = '2027-03-01'

test('the console offers the same status transitions as the server', () => {
  assert.deepEqual(shownTransitions, transitions)
})

describe('the agenda in a browser', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  const { call } = platform

  /** An organisation with a receptionist, two doctors and a patient. */
  async function newDesk() {
    const desk = await newMember(platform, 'RECEPTIONIST')
    const { tenantId } = desk
    const doctor = await newPerson(platform, tenantId, 'DOCTOR', undefined, 'Dr Amal Idrissi')
    const other = await newPerson(platform, tenantId, 'DOCTOR', undefined, 'Dr Youssef Benali')
    const patient = await newPerson(platform, tenantId, 'PATIENT', undefined, 'Amina Fassi')
    const bookAt = async (clock: string, professional: Person = doctor, minutes = 30): Promise<string> => {
      const start = Date.parse(`${DAY}T${clock}:00Z`)
      const body = {
        doctorId: professional.id,
        patientId: patient.id,
        startTime: new Date(start).toISOString(),
        endTime: new Date(start + minutes * 60_000).toISOString(),
      }
      const answer = await call('POST', '/api/appointments', { token: desk.token, body })
      assert.equal(answer.status, 201, answer.text)
      return answer.body.appointment.id
    }
    const startOf = async (id: string): Promise<string> =>
      (await call('GET', `/api/appointments/${id}`, { token: desk.token })).body.appointment.startTime.slice(0, 16)
    const statusOf = async (id: string): Promise<string> =>
      (await call('GET', `/api/appointments/${id}`, { token: desk.token })).body.appointment.status
    return { desk, doctor, other, patient, bookAt, startOf, statusOf }
  }
  const block = (page: Page, id: string) => page.locator(`.agenda-grid [data-id="${id}"]`)
  const visit = (language: Language, ignoredErrors?: RegExp): VisitorOptions => ({
    locale: language,
    viewport: WIDE,
    ...(ignoredErrors && { ignoredErrors }),
  })

  for (const language of languages) {
    const text = texts[language]

    test(`an appointment is booked, moved and cancelled by the keyboard (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'desk', visit(language))
      const { desk, patient, startOf, statusOf } = await newDesk()
      await openScreen(page, platform, desk.email, `/today?date=${DAY}`)

      // From 09:00 of the first doctor, one column on, and half an hour down.
      await tabTo(page, new RegExp(`^${text.bookAt.split('{')[0]}09:00`))
      const next = language === 'ar' ? 'ArrowLeft' : 'ArrowRight'
      for (const key of [next, 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
      await page.keyboard.press('Enter')
      await tabTo(page, text.patient)
      await page.keyboard.type('fassi')
      await page.locator('.patient-field [role=option]').waitFor()
      await page.keyboard.press('Enter')
      await press(page, text.bookButton)
      await page.getByText(text.booked.replace('{name}', 'Amina Fassi')).waitFor()
      const { body } = await call('GET', `/api/appointments?patientId=${patient.id}`, { token: desk.token })
      const [{ id, doctor, startTime }] = body.appointments
      assert.deepEqual([doctor.name, startTime.slice(0, 16)], ['Dr Youssef Benali', `${DAY}T09:30`])

      await block(page, id).waitFor()
      await tabTo(page, /^09:30–10:00 Amina Fassi/)
      await page.keyboard.press('m')
      await page.waitForFunction(() => document.activeElement?.classList.contains('agenda-ghost'))
      for (const key of ['ArrowDown', 'Shift+ArrowDown', next]) await page.keyboard.press(key)
      await page.waitForURL(/date=2027-03-02/)
      await page.keyboard.press('Enter')
      await page.getByText(text.moved.replace('{name}', 'Amina Fassi')).waitFor()
      assert.equal(await startOf(id), '2027-03-02T09:50')

      await page.waitForFunction((id) => document.activeElement?.getAttribute('data-id') === id, id)
      await page.keyboard.press('Enter')
      await press(page, text.cancel)
      await tabTo(page, text.reason)
      await page.keyboard.type('The patient called.')
      await press(page, text.cancelButton)
      await page.getByText(text.cancelled.replace('{name}', 'Amina Fassi')).waitFor()
      await eventually(async () => (await statusOf(id)) === 'CANCELLED', 'the cancellation is sent')
    })
  }

  for (const language of directions) {
    const text = texts[language]

    test(`every state of the agenda is accessible, at 320 and 1280 px (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'desk', visit(language))
      const { desk, doctor, bookAt } = await newDesk()
      const open = async (path: string, name: string) => {
        await page.goto(`${platform.url}/console/today?${path}`)
        await page.locator('.agenda').waitFor()
        await page.waitForFunction(() => !document.querySelector('.skeleton'))
        for (const size of [WIDE, NARROW]) {
          await page.setViewportSize(size)
          await assertAccessible(page, `${name}, ${size.width} px`)
        }
      }
      await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
      await open(`date=${DAY}`, 'an empty day')
      const [first] = [await bookAt('09:00'), await bookAt('10:00', doctor, 10)]
      const body = { status: 'CANCELLED' }
      await call('PUT', `/api/appointments/${await bookAt('11:00')}`, { token: desk.token, body })
      await bookAt('11:15')
      await open(`date=${DAY}`, 'a day')
      await open(`date=${DAY}&view=week`, 'a week')
      for (const size of [NARROW, WIDE]) {
        await page.setViewportSize(size)
        await page.locator(`[data-id="${first}"]`).click()
        await page.getByRole('heading', { name: text.details.replace('{name}', 'Amina Fassi') }).waitFor()
        await page.locator('dialog .facts').waitFor()
        await assertAccessible(page, `details, ${size.width} px`)
        await page.getByRole('button', { name: text.cancel }).click()
        await assertAccessible(page, `cancelling, ${size.width} px`)
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: text.book, exact: true }).click()
        await page.locator('dialog [role=combobox]').fill('am')
        await page.locator('.patient-field [role=option]').waitFor()
        await assertAccessible(page, `booking, ${size.width} px`)
        await page.keyboard.press('Escape')
      }
      await page.locator('.agenda-doctors summary').click()
      await assertAccessible(page, 'the choice of professionals')
      await page.locator('.agenda-doctors summary').click()
      await block(page, first).focus()
      await page.keyboard.press('m')
      await page.locator('.agenda-ghost').waitFor()
      await assertAccessible(page, 'a move by the keyboard')
      await page.keyboard.press('Escape')
      assert.equal(await page.locator('.agenda-ghost').count(), 0)
      await page.emulateMedia({ media: 'print' })
      await page.locator('.agenda-list').first().waitFor()
      assert.equal(await page.locator('.agenda-grid').count(), 0)
    })
  }

  test('a day without appointments opens in the morning', async (t) => {
    const { page } = await browser.visitor(t, 'desk', visit('en'))
    const { desk } = await newDesk()
    await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
    await page.locator('.agenda-scroll').waitFor()
    assert.equal(await page.locator('.agenda-scroll').evaluate(({ scrollTop }) => scrollTop), 0)
  })

  test('a patient without an appointment is booked now, at the practice', async (t) => {
    const { page } = await browser.visitor(t, 'desk', visit('en'))
    const { desk, patient } = await newDesk()
    await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
    await press(page, en.walkIn)
    await page.locator('dialog [role=combobox]').fill('Amina')
    await page.locator('.patient-field [role=option]').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('dialog').getByRole('button', { name: en.bookButton, exact: true }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    const list = await call('GET', `/api/appointments?patientId=${patient.id}`, { token: desk.token })
    const [appointment] = list.body.appointments
    assert.equal(appointment.mode, 'IN_PERSON')
    const agoMs = Date.now() - Date.parse(appointment.startTime)
    assert.ok(agoMs >= 0 && agoMs < 10 * 60_000, `${agoMs} ms ago`)
  })

  test('an appointment is dragged to another time, and the move is undone', async (t) => {
    const { page } = await browser.visitor(t, 'desk', visit('en'))
    const { desk, bookAt, startOf } = await newDesk()
    const id = await bookAt('10:00')
    await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
    await block(page, id).scrollIntoViewIfNeeded()
    const box = (await block(page, id).boundingBox())!
    const hour = box.height * 2
    await page.mouse.move(box.x + 20, box.y + 5)
    await page.mouse.down()
    await page.mouse.move(box.x + 22, box.y + 30, { steps: 4 })
    await page.mouse.move(box.x + 20, box.y + 5 + hour, { steps: 4 })
    await page.mouse.up()
    await page.getByText(en.moved.replace('{name}', 'Amina Fassi')).waitFor()
    assert.match(await startOf(id), /T1[01]:(55|00|05)$/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(en.movedBack.replace('{name}', 'Amina Fassi')).waitFor()
    assert.equal(await startOf(id), `${DAY}T10:00`)
    await block(page, id).getByText('10:00').waitFor()
  })

  test('a cancellation is undone before it is sent, and is sent at once when the page is left', async (t) => {
    const { page } = await browser.visitor(t, 'desk', visit('en'))
    const { desk, bookAt, statusOf } = await newDesk()
    const id = await bookAt('10:00')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    const cancel = async () => {
      await block(page, id).click()
      await page.getByRole('button', { name: en.cancel, exact: true }).click()
      await page.getByRole('button', { name: en.cancelButton, exact: true }).click()
      await page.getByText(en.cancelled.replace('{name}', 'Amina Fassi')).waitFor()
    }
    await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
    sent.length = 0
    await cancel()
    await block(page, id).getByText(en.statuses.CANCELLED!).waitFor()
    await assertAccessible(page, 'a message with an undo button')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(en.kept.replace('{name}', 'Amina Fassi')).waitFor()
    await page.waitForTimeout(8000) // longer than the message
    assert.deepEqual([await statusOf(id), sent], ['SCHEDULED', []])

    await cancel()
    assert.equal(await statusOf(id), 'SCHEDULED')
    await page.goto(`${platform.url}/docs`)
    await eventually(async () => (await statusOf(id)) === 'CANCELLED', 'the cancellation outlives the page')
  })

  test('a cancellation that the server refuses is taken back on the screen', async (t) => {
    const { page } = await browser.visitor(t, 'desk', visit('en', /status of 412/))
    const { desk, bookAt, statusOf } = await newDesk()
    const id = await bookAt('10:00')
    await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
    await block(page, id).click()
    await page.getByRole('button', { name: en.cancel, exact: true }).click()
    const body = { startTime: `${DAY}T15:00:00Z` }
    assert.equal((await call('PUT', `/api/appointments/${id}`, { token: desk.token, body })).status, 200)
    await page.getByRole('button', { name: en.cancelButton, exact: true }).click()
    await page.getByText(en.notChanged.replace('{name}', 'Amina Fassi')).waitFor()
    await block(page, id).getByText('15:00').waitFor()
    assert.equal(await statusOf(id), 'SCHEDULED')
  })

  test('a move onto another appointment is shown and rolled back', async (t) => {
    const { page } = await browser.visitor(t, 'desk', visit('en', /status of 4(09|12)|Conflict|PreconditionFailed/))
    const { desk, bookAt, startOf } = await newDesk()
    const [id] = [await bookAt('10:00'), await bookAt('10:30')]
    await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
    await block(page, id).focus()
    await page.keyboard.press('m')
    await page.waitForFunction(() => document.activeElement?.classList.contains('agenda-ghost'))
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText(en.notMoved.replace('{name}', 'Amina Fassi')).waitFor()
    await page.getByText('The doctor has another appointment at that time.').waitFor()
    await block(page, id).getByText('10:00').waitFor()
    assert.equal(await startOf(id), `${DAY}T10:00`)
    await assertAccessible(page, 'a refused move')

    // Another user moves it during this move.
    await block(page, id).focus()
    await page.keyboard.press('m')
    await page.waitForFunction(() => document.activeElement?.classList.contains('agenda-ghost'))
    await page.keyboard.press('Shift+ArrowUp')
    await page.waitForTimeout(500) // this move has read the version that it is based on
    const body = { startTime: `${DAY}T15:00:00Z` }
    const moved = await call('PUT', `/api/appointments/${id}`, { token: desk.token, body })
    assert.equal(moved.status, 200, moved.text)
    await page.keyboard.press('Enter')
    await page.getByText('The record was changed by someone else meanwhile.').waitFor()
    await block(page, id).getByText('15:00').waitFor()
    assert.equal(await startOf(id), `${DAY}T15:00`)
  })

  test('shows patients in the waiting room as they arrive and leave', async (t) => {
    const { page } = await browser.visitor(t, 'desk', visit('en'))
    const { desk, doctor, patient } = await newDesk()
    const start = Math.ceil(Date.now() / 300_000) * 300_000
    const times = { startTime: new Date(start).toISOString(), endTime: new Date(start + 1_800_000).toISOString() }
    const body = { doctorId: doctor.id, patientId: patient.id, ...times }
    const { id } = (await call('POST', '/api/appointments', { token: desk.token, body })).body.appointment
    await openScreen(page, platform, desk.email, `/today?date=${times.startTime.slice(0, 10)}`)
    await block(page, id).waitFor()
    const guest = await arrive(call, patient, id)
    await guest.receives('waiting')
    await page.getByText('1 patient is waiting').waitFor()
    await block(page, id)
      .getByText(/In the waiting room since/)
      .waitFor()
    await assertAccessible(page, 'a patient who waits')
    guest.send({ type: 'leave' })
    await eventually(async () => (await page.getByText('1 patient is waiting').count()) === 0, 'an empty waiting room')
  })

  test('a professional sees only their own agenda, writes notes, and opens the room', async (t) => {
    const { page, context } = await browser.visitor(t, 'doctor', visit('en'))
    const doctor = await newMember(platform, 'DOCTOR')
    await newPerson(platform, doctor.tenantId, 'DOCTOR')
    const patient = await newPerson(platform, doctor.tenantId, 'PATIENT', undefined, 'Amina Fassi')
    const body = {
      doctorId: doctor.id,
      patientId: patient.id,
      startTime: `${DAY}T09:00:00Z`,
      endTime: `${DAY}T09:30:00Z`,
    }
    const { id } = (await call('POST', '/api/appointments', { token: patient.token, body })).body.appointment
    await openScreen(page, platform, doctor.email, `/today?date=${DAY}`)
    await block(page, id).waitFor()
    assert.equal(await page.locator('.agenda-column').count(), 1)
    await block(page, id).click()
    await page.getByLabel(en.notes, { exact: true }).fill('Blood pressure')
    await page.getByRole('button', { name: en.saveNotes }).click()
    await page.getByText(en.notesSaved).waitFor()
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: en.openRoom }).click()
    await (await opened).waitForURL(/\/room\/room_/)
    await page.getByRole('button', { name: en.set.CONFIRMED!, exact: true }).click()
    await page.getByText('The appointment of Amina Fassi: Confirmed.').waitFor()
    const { appointment } = (await call('GET', `/api/appointments/${id}`, { token: doctor.token })).body
    assert.deepEqual([appointment.status, appointment.notes], ['CONFIRMED', 'Blood pressure'])
  })

  test('the agenda stays responsive with two hundred appointments in a day', async (t) => {
    const { page } = await browser.visitor(t, 'desk', visit('en'))
    const { desk, doctor, other, patient } = await newDesk()
    await platform.owner.query(
      `with booked as (
         insert into appointments (tenant_id, id, doctor_id, patient_id, start_time, end_time, status, video_room_id, created_at)
         select $1, 'apt_crowd' || n, case n % 2 when 0 then $2 else $3 end, $4,
           $5::timestamptz + n / 2 * interval '5 minutes', $5::timestamptz + n / 2 * interval '5 minutes' + interval '5 minutes',
           case n % 5 when 0 then 'CANCELLED' else 'CONFIRMED' end, 'room_crowd' || n, now()
         from generate_series(0, 199) n
         returning tenant_id, video_room_id)
       insert into video_rooms (tenant_id, id) select tenant_id, video_room_id from booked`,
      [desk.tenantId, doctor.id, other.id, patient.id, `${DAY}T08:00:00Z`],
    )
    await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
    await block(page, 'apt_crowd199').waitFor()
    assert.equal(await page.locator('.agenda-block').count(), 200)
    await block(page, 'apt_crowd2').focus()
    const slowest = await page.evaluate(async () => {
      let slowest = 0
      for (let n = 0; n < 20; n++) {
        const startedAt = performance.now()
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        slowest = Math.max(slowest, performance.now() - startedAt)
      }
      return slowest
    })
    t.diagnostic(`slowest step ${Math.round(slowest)} ms`)
    assert.ok(slowest < 1000, `a step took ${slowest} ms`)
  })
})
