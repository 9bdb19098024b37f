import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { book, booking, messagesTo, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin } = await newPractice(platform)
const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')
const newPatient = () => newPerson(platform, tenantId, 'PATIENT')
const newDoctor = () => newPerson(platform, tenantId, 'DOCTOR')
const newPair = async () => [await newDoctor(), await newPatient()] as const

const callAs = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', caller: Person, path: string, body?: object) =>
  call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })
const fileStatus = async (caller: Person, { id }: Person) =>
  (await callAs('GET', caller, `patients/${id}/conditions`)).status
const pathOf = (patient: Person, professional: Person) => `patients/${patient.id}/relationships/${professional.id}`
const change = async (caller: Person, id: string, body: object, status = 200) => {
  const answer = await callAs('PUT', caller, `appointments/${id}`, body)
  assert.equal(answer.status, status, answer.text)
}
const timesIn = (hours: number) => {
  const { startTime, endTime } = booking(platform, admin, admin, hours)
  return { startTime, endTime }
}
const notices = async (patient: Person) => (await messagesTo(platform, patient.id, 'VISIT_OPENS_FILE')).length

describe('a file that the patient closed', () => {
  for (const [name, staff] of [
    ['the front desk', desk],
    ['an administrator', admin],
  ] as const)
    test(`stays closed when ${name} moves an old appointment, confirms it, or books another`, async () => {
      const [doctor, patient] = await newPair()
      await callAs('PUT', patient, pathOf(patient, doctor), {})
      const { id } = await book(platform, doctor, doctor, patient, 1000)
      assert.equal((await callAs('DELETE', patient, pathOf(patient, doctor))).status, 200)
      assert.equal(await fileStatus(doctor, patient), 404)
      await change(staff, id, timesIn(1024))
      await change(staff, id, timesIn(3))
      await change(staff, id, { endTime: timesIn(4).endTime })
      await change(staff, id, { status: 'CONFIRMED' })
      await book(platform, staff, doctor, patient, 10)
      assert.equal(await fileStatus(doctor, patient), 404)
      assert.equal(await notices(patient), 0)
      await callAs('DELETE', admin, `appointments/${id}`)
    })

  test('stays closed when the patient ended the access before it began, and the staff then moves the appointment', async () => {
    const [doctor, patient] = await newPair()
    const { id } = await book(platform, desk, doctor, patient, 40)
    assert.equal((await callAs('DELETE', patient, pathOf(patient, doctor))).status, 200, 'before it opens')
    await change(desk, id, timesIn(2))
    assert.equal(await fileStatus(doctor, patient), 404)
  })

  test('stays closed when the appointment that opened it is deleted, and the staff books another', async () => {
    const [doctor, patient] = await newPair()
    const { id } = await book(platform, patient, doctor, patient, 2010)
    assert.equal((await callAs('DELETE', patient, pathOf(patient, doctor))).status, 200)
    assert.equal((await callAs('DELETE', admin, `appointments/${id}`)).status, 200)
    await book(platform, desk, doctor, patient, 12)
    assert.equal(await fileStatus(doctor, patient), 404)
  })

  test('stays closed when the patient consents to another professional, or the doctor opens it in an emergency', async () => {
    const [doctor, patient] = await newPair()
    await callAs('PUT', patient, pathOf(patient, doctor), {})
    assert.equal((await callAs('DELETE', patient, pathOf(patient, doctor))).status, 200)
    await callAs('PUT', patient, pathOf(patient, await newDoctor()), {})
    const opened = await callAs('POST', doctor, `patients/${patient.id}/emergency-access`, { reason: 'Unconscious' })
    assert.equal(opened.status, 201, opened.text)
    await book(platform, desk, doctor, patient, 40)
    assert.equal(await notices(patient), 0)
    const { rows } = await owner.query(
      'select basis from care_relationships where patient_id = $1 and opens_at is not null',
      [patient.id],
    )
    assert.deepEqual(rows, [])
  })

  test('can be opened by a booking of the staff again after the patient books anew', async () => {
    const [doctor, patient] = await newPair()
    await callAs('PUT', patient, pathOf(patient, doctor), {})
    await callAs('DELETE', patient, pathOf(patient, doctor))
    await book(platform, patient, doctor, patient, 2000)
    assert.equal((await callAs('DELETE', admin, pathOf(patient, doctor))).status, 200)
    await book(platform, desk, doctor, patient, 12)
    assert.equal(await fileStatus(doctor, patient), 200)
  })
})

describe('a booking by the staff', () => {
  test('opens the file from a day before the visit to a week after it, and the patient is notified of both times', async () => {
    const [doctor, patient] = await newPair()
    const { id } = await book(platform, desk, doctor, patient, 72)
    assert.equal(await fileStatus(doctor, patient), 404)
    const [notice] = await messagesTo(platform, patient.id, 'VISIT_OPENS_FILE')
    assert.equal(notice!.purpose, 'CRITICAL')
    const { rows } = await owner.query(
      `select a.start_time - r.opens_at = interval '24 hours' as before, r.until - a.end_time = interval '7 days' as after
       from care_relationships r
       join appointments a on a.tenant_id = r.tenant_id and a.id = r.source_id
       where a.id = $1`,
      [id],
    )
    assert.deepEqual(rows, [{ before: true, after: true }])
  })

  test('opens the file at once for a visit today, even one that has begun, until the visit is cancelled', async () => {
    for (const [hours, cancel] of [
      [20, (id: string, patient: Person) => change(patient, id, { status: 'CANCELLED' })],
      [1.5, (id: string) => change(desk, id, { status: 'CANCELLED' })],
      [-0.2, (id: string, _: Person, doctor: Person) => change(doctor, id, { status: 'NO_SHOW' })],
    ] as const) {
      const [doctor, patient] = await newPair()
      const { id } = await book(platform, desk, doctor, patient, hours)
      assert.equal(await fileStatus(doctor, patient), 200)
      assert.equal(await notices(patient), 1)
      await cancel(id, patient, doctor)
      assert.equal(await fileStatus(doctor, patient), 404)
      await book(platform, desk, doctor, patient, 22)
      assert.equal(await fileStatus(doctor, patient), 200, 'a cancelled visit closes no file')
    }
  })

  test('opens the file for the new time when it is moved, and the patient is notified of each new time', async () => {
    const [doctor, patient] = await newPair()
    const { id } = await book(platform, desk, doctor, patient, 5)
    assert.equal(await fileStatus(doctor, patient), 200)
    await change(desk, id, timesIn(200))
    assert.equal(await fileStatus(doctor, patient), 404)
    assert.equal(await notices(patient), 2)
    await change(desk, id, timesIn(-2))
    assert.equal(await fileStatus(doctor, patient), 404, 'a time in the past, of which the patient is not notified')
    assert.equal(await notices(patient), 2)
  })

  test('has a notice when it is moved to today and back, although the message about the move is withdrawn', async () => {
    const [doctor, patient] = await newPair()
    const { id } = await book(platform, desk, doctor, patient, 900)
    const later = timesIn(900)
    await change(desk, id, timesIn(12))
    assert.equal(await fileStatus(doctor, patient), 200)
    assert.equal(await notices(patient), 2)
    await change(desk, id, later)
    assert.equal(await fileStatus(doctor, patient), 404)
  })

  test('has a notice if an earlier booking covers only part of its time', async () => {
    const [doctor, patient] = await newPair()
    const { id } = await book(platform, desk, doctor, patient, 160)
    await book(platform, desk, doctor, patient, 300)
    assert.equal(await notices(patient), 2, 'it reaches further')
    await change(desk, id, { status: 'CANCELLED' })
  })

  test('does not suppress the notice that an administrator states a relationship', async () => {
    const [doctor, patient] = await newPair()
    await book(platform, desk, doctor, patient, 20)
    assert.equal(await fileStatus(doctor, patient), 200)
    assert.equal((await callAs('PUT', admin, pathOf(patient, doctor), { basis: 'REFERRED' })).status, 200)
    assert.equal((await messagesTo(platform, patient.id, 'RELATIONSHIP_STATED')).length, 1)
    assert.equal((await callAs('PUT', admin, pathOf(patient, doctor), { basis: 'REFERRED' })).status, 200)
    assert.equal(
      (await messagesTo(platform, patient.id, 'RELATIONSHIP_STATED')).length,
      1,
      'the relationship already lasts',
    )
  })

  test('becomes a lasting relationship when the patient moves it or the visit takes place', async () => {
    const [moving, seeing] = [await newPair(), await newPair()]
    const { id } = await book(platform, desk, ...moving, 700)
    await change(moving[1], id, timesIn(710))
    assert.equal(await fileStatus(...moving), 200)
    const walkIn = await book(platform, desk, ...seeing, -0.2)
    await change(seeing[0], walkIn.id, { status: 'COMPLETED' })
    const { rows } = await owner.query(
      `select basis, opens_at, until > app_now() + interval '700 days' as lasts from care_relationships
       where patient_id = any($1)
       order by basis`,
      [[moving[1].id, seeing[1].id]],
    )
    assert.deepEqual(rows, [
      { basis: 'BOOKED_BY_PATIENT', opens_at: null, lasts: true },
      { basis: 'VISITED', opens_at: null, lasts: true },
    ])
  })

  test('does not replace a booking by the patient: its access stays the same when the staff moves it', async () => {
    const [doctor, patient] = await newPair()
    const { id } = await book(platform, patient, doctor, patient, 800)
    const readRows = async () =>
      (await owner.query('select since, until, opens_at, ended_at from care_relationships where source_id = $1', [id]))
        .rows
    const before = await readRows()
    assert.equal(before.length, 1)
    await change(desk, id, timesIn(810))
    assert.deepEqual(await readRows(), before)
    assert.equal(await fileStatus(doctor, patient), 200)
  })

  test('gives no access a week after the visit, and can then no longer be ended', async () => {
    const [doctor, patient] = await newPair()
    const { id } = await book(platform, desk, doctor, patient, 4)
    await owner.query(`update care_relationships set until = now() - interval '1 s' where source_id = $1`, [id])
    assert.equal((await callAs('DELETE', patient, pathOf(patient, doctor))).status, 404)
    assert.equal((await callAs('DELETE', admin, pathOf(patient, doctor))).status, 404)
  })

  test('has no notice if the professional already treats the patient', async () => {
    const [doctor, patient] = await newPair()
    await callAs('PUT', patient, pathOf(patient, doctor), {})
    await book(platform, desk, doctor, patient, 5)
    assert.equal(await notices(patient), 0)
    await callAs('DELETE', admin, pathOf(patient, doctor))
    await book(platform, desk, doctor, patient, 8)
    assert.equal(await notices(patient), 1, 'an administrator ended the access')
  })

  test('opens the file like a proposal that the staff accepts', async () => {
    const [doctor, patient] = await newPair()
    const { id } = await book(platform, doctor, doctor, patient, 100)
    await change(desk, id, { status: 'CONFIRMED' })
    assert.equal(await fileStatus(doctor, patient), 404)
    assert.equal(await notices(patient), 1)
    await change(desk, id, timesIn(8))
    assert.equal(await fileStatus(doctor, patient), 200)
  })
})

test('a proposal cannot be moved into the past, and stays a proposal', async () => {
  const [doctor, patient] = await newPair()
  const { id } = await book(platform, doctor, doctor, patient, 60)
  for (const caller of [doctor, desk, admin]) await change(caller, id, timesIn(-3), 422)
  const { rows } = await owner.query('select proposed from appointments where id = $1', [id])
  assert.deepEqual(rows, [{ proposed: true }])
})

test('the upgrade ends relationships that recorded past visits began, and keeps those that they extended', async () => {
  const migration = await readFile(
    new URL('../../../../migrations/0071_bookings_of_the_staff.sql', import.meta.url),
    'utf8',
  )
  const [doctor, begun] = await newPair()
  const prolonged = await newPatient()
  await callAs('PUT', prolonged, pathOf(prolonged, doctor), {})
  for (const [at, patient] of [begun, prolonged].entries()) {
    const past = { ...booking(platform, doctor, patient, -300 - at), pastVisit: true }
    const booked = await callAs('POST', desk, 'appointments', past)
    assert.equal(booked.status, 201, booked.text)
    assert.equal(await fileStatus(doctor, patient), patient === begun ? 404 : 200)
    await owner.query(
      `insert into care_relationships (tenant_id, professional_id, patient_id, source_id, basis, until)
       values ($1, $2, $3, $4, 'BOOKED_BY_PATIENT', now() + interval '2 years')`,
      [tenantId, doctor.id, patient.id, booked.body.appointment.id],
    )
  }
  await owner.query(migration.slice(migration.indexOf('alter table care_relationships no force')))
  const { rows } = await owner.query(
    `select patient_id, ended_by from care_relationships where source_id like 'apt_%' and professional_id = $1`,
    [doctor.id],
  )
  assert.deepEqual(
    new Map(rows.map((row) => [row.patient_id, row.ended_by])),
    new Map([
      [begun.id, 'platform'],
      [prolonged.id, null],
    ]),
  )
})
