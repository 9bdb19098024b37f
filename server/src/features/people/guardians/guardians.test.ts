import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  book,
  booking,
  messagesTo,
  newPerson,
  newSession,
  newTenant,
  type Person,
} from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { newPractice, recordCondition } from '../../../../testing/practice.ts'
import { join, meet, tokenFor } from '../../care/video/room-testing.ts'
import { codeIn } from '../codes/codes-testing.ts'
import { majorityOf } from './rules.ts'

const platform = await startPlatform({ PATIENT_BOOKINGS: '5,2' })
const { call, owner } = platform
const { tenantId, admin, doctor, dentist } = await newPractice(platform)
const newPatient = (name?: string) => newPerson(platform, tenantId, 'PATIENT', undefined, name)
/** Longer than the status of a token is cached. */
const waitASecond = () => new Promise((resolve) => setTimeout(resolve, 1000))

const callAs = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', caller: Person, path: string, body?: object) =>
  call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })

const birthDateAtAge = (years: number) => {
  const now = platform.services.clock.now()
  return `${now.getUTCFullYear() - years - 1}-${now.toISOString().slice(5, 10).replace('02-29', '02-28')}`
}
const child = { name: 'Yassine Alami', birthDate: birthDateAtAge(6), sex: 'M', kind: 'PARENT' }
const register = (caller: Person, body: object = child, id = caller.id) =>
  callAs('POST', caller, `patients/${id}/dependants`, body)
const state = (guardian: Person, dependant: Person, kind = 'CARER', caller = admin) =>
  callAs('POST', caller, 'guardianships', { guardianId: guardian.id, dependantId: dependant.id, kind })
const fileStatus = async (caller: Person, id: string) => (await callAs('GET', caller, `patients/${id}`)).status
const end = (caller: Person, id: string) => callAs('DELETE', caller, `guardianships/${id}`)

/** A patient who registered a child. Their token already has the rights of a guardian. */
async function newParent() {
  const parent = await newPatient()
  const { guardianship } = (await register(parent)).body
  await waitASecond()
  return { parent, guardianshipId: guardianship.id as string, childId: guardianship.dependant.id as string }
}

/** A patient who has a carer. */
async function newCared() {
  const [carer, cared] = [await newPatient('Nadia Alami'), await newPatient('Fatima Alami')]
  const { guardianship } = (await state(carer, cared)).body
  return { carer, cared, guardianshipId: guardianship.id as string }
}

describe('a new guardianship', () => {
  test('is refused to a disabled patient, and for a disabled dependant', async () => {
    const [carer, cared] = [await newPatient(), await newPatient()]
    for (const disabled of [carer, cared]) {
      const setDisabled = (at: string) =>
        owner.query(`update users set disabled_at = ${at} where id = $1`, [disabled.id])
      await setDisabled('now()')
      assert.equal((await state(carer, cared)).status, 422)
      await setDisabled('null')
    }
    assert.equal((await state(carer, cared)).status, 201)
  })

  test('does not change that of another guardian, which has ended by age', async () => {
    const { carer, cared, guardianshipId } = await newCared()
    const other = (await state(await newPatient(), cared)).body.guardianship.id
    await owner.query(
      `update guardianships set until = now() - interval '1 second', notified_until = now() - interval '1 second' where dependant_id = $1`,
      [cared.id],
    )
    assert.equal((await state(carer, cared)).status, 201)
    const { rows } = await owner.query(
      `select id, ended_by from guardianships where id in ($1, $2) order by ended_by`,
      [guardianshipId, other],
    )
    assert.deepEqual(rows, [
      { id: guardianshipId, ended_by: 'platform' },
      { id: other, ended_by: null },
    ])
  })

  test('does not change one that ended before', async () => {
    const { carer, cared, guardianshipId } = await newCared()
    assert.equal((await end(carer, guardianshipId)).status, 200)
    const { rows } = await owner.query(
      `update guardianships set until = app_now() - interval '1 second' where id = $1 returning ended_at, ended_by`,
      [guardianshipId],
    )
    const again = await state(carer, cared)
    assert.equal(again.status, 201, again.text)
    const after = await owner.query('select ended_at, ended_by from guardianships where id = $1', [guardianshipId])
    assert.deepEqual(after.rows, rows)
  })
})

describe('registering a dependant', () => {
  test('creates a record that the guardian can use at once, marked as unverified', async () => {
    const parent = await newPatient('Salma Alami')
    const { status, body } = await register(parent)
    assert.equal(status, 201)
    const { id, dependant, since, until, ...rest } = body.guardianship
    assert.deepEqual(rest, {
      kind: 'PARENT',
      guardian: { id: parent.id, name: 'Salma Alami' },
      verified: false,
      active: true,
    })
    assert.equal(until, majorityOf(child.birthDate).toISOString())
    assert.ok(since && dependant.name === child.name)
    await waitASecond()
    const { identity } = (await callAs('GET', parent, `patients/${dependant.id}/identity`)).body
    assert.deepEqual([identity.birthDate, identity.sex, identity.attested], [child.birthDate, 'M', false])
    const list = (await callAs('GET', parent, `patients/${parent.id}/dependants`)).body.guardianships
    assert.deepEqual(
      list.map((one: { id: string }) => one.id),
      [id],
    )
    const guardians = (await callAs('GET', parent, `patients/${dependant.id}/guardians`)).body.guardianships
    assert.equal(guardians[0].guardian.id, parent.id)
  })

  test('refuses an age that does not fit the kind, and a birth date in the future', async () => {
    const parent = await newPatient()
    for (const [birthDate, kind, path] of [
      [birthDateAtAge(30), 'PARENT', 'kind'],
      [birthDateAtAge(6), 'CARER', 'kind'],
      ['2199-01-01', 'PARENT', 'birthDate'],
    ]) {
      const { status, body } = await register(parent, { ...child, birthDate, kind })
      assert.deepEqual([status, body.error.details[0].path[0]], [422, path], `${birthDate} ${kind}`)
    }
  })

  test('stops at ten dependants, even if fifteen are registered concurrently', async () => {
    const parent = await newPatient()
    const answers = await Promise.all(Array.from({ length: 15 }, () => register(parent)))
    assert.equal(answers.filter(({ status }) => status === 201).length, 10)
    const refused = answers.find(({ status }) => status !== 201)!
    assert.deepEqual(
      [refused.status, refused.body.error.details.limit],
      [409, { kind: 'DEPENDANTS', max: 10, open: 10 }],
    )
  })

  test('is allowed to the guardian, but not to the guardian’s own carer or to a doctor', async () => {
    const { carer, cared } = await newCared()
    assert.equal((await register(carer, child, cared.id)).status, 404)
    assert.equal((await register(doctor, child, cared.id)).status, 403)
    assert.equal((await register(await newPatient(), child, cared.id)).status, 404)
  })

  test('gives no access to an existing record with the same name', async () => {
    const existing = await newPatient(child.name)
    await book(platform, existing, doctor, existing, 400)
    await recordCondition(platform, doctor, existing)
    const { parent } = await newParent()
    assert.equal(await fileStatus(parent, existing.id), 404)
    assert.equal((await state(parent, existing, 'CARER', parent)).status, 403)
  })
})

describe('a guardianship that the organisation states', () => {
  test('is verified, and refused for the same pair, the same person, a professional and other organisations', async () => {
    const { carer, cared, guardianshipId } = await newCared()
    const [{ verified }] = (await callAs('GET', admin, `guardianships?guardianId=${carer.id}`)).body.guardianships
    assert.equal(verified, true)
    const again = await state(carer, cared)
    assert.deepEqual([again.status, again.body.error.details.guardianship.id], [409, guardianshipId])
    assert.equal((await state(carer, carer)).status, 422)
    const elsewhere = await newPractice(platform)
    for (const [guardian, dependant] of [
      [elsewhere.patient, cared],
      [carer, elsewhere.patient],
      [doctor, cared],
    ] as const)
      assert.equal((await state(guardian, dependant)).status, 422)
    assert.equal((await state(carer, cared, 'CARER', elsewhere.admin)).status, 422)
    assert.equal((await end(elsewhere.admin, guardianshipId)).status, 404)
  })

  test('is refused beyond ten dependants and for a second one of a pair, even if all are stated concurrently', async () => {
    const [carer, ...cared] = await Promise.all(Array.from({ length: 14 }, () => newPatient()))
    const pairs = await Promise.all(Array.from({ length: 4 }, () => state(carer!, cared[0]!)))
    assert.deepEqual(pairs.map(({ status }) => status).sort(), [201, 409, 409, 409])
    const answers = await Promise.all(cared.slice(1).map((one) => state(carer!, one)))
    assert.equal(answers.filter(({ status }) => status === 201).length, 9)
    for (const { status, body } of answers.filter((answer) => answer.status !== 201))
      assert.deepEqual([status, body.error.details.limit], [409, { kind: 'DEPENDANTS', max: 10, open: 10 }])
  })

  test('needs a birth date for a parent, and an adult as guardian', async () => {
    const [parent, minor] = [await newPatient(), await newPatient()]
    assert.equal((await state(parent, minor, 'PARENT')).status, 422)
    await callAs('PUT', minor, `patients/${minor.id}/identity`, { birthDate: birthDateAtAge(10) })
    const carer = await state(parent, minor, 'CARER')
    assert.deepEqual([carer.status, pathsOf(carer)], [422, ['kind']], 'a minor has a parent or guardian')
    assert.equal((await state(parent, minor, 'PARENT')).status, 201)
    const byMinor = await state(minor, parent)
    assert.deepEqual([byMinor.status, byMinor.body.error.details[0].path[0]], [422, 'guardianId'])
  })

  test('can be one that the guardian registered, which verifying a second time does not change', async () => {
    const { parent, guardianshipId } = await newParent()
    assert.equal((await callAs('POST', parent, `guardianships/${guardianshipId}/verify`)).status, 403)
    for (let times = 0; times < 2; times++) {
      const answer = await callAs('POST', admin, `guardianships/${guardianshipId}/verify`)
      assert.deepEqual([answer.status, answer.body.guardianship.verified], [200, true])
    }
    await end(parent, guardianshipId)
    assert.equal((await callAs('POST', admin, `guardianships/${guardianshipId}/verify`)).status, 409)
  })
})

describe('a guardianship that a patient confirms with a code', () => {
  const requestGuardianship = (caller: Person, dependantId: string, address = 'EMAIL') =>
    callAs('POST', caller, 'guardianships/requests', { dependantId, kind: 'CARER', address })
  const confirm = (caller: Person, dependantId: string, code: string, address = 'EMAIL') =>
    callAs('POST', caller, 'guardianships/confirm', { dependantId, kind: 'CARER', address, code })
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('begins with the correct code, once, and only for the guardian who requested it', async () => {
    const [carer, other, cared] = [await newPatient('Nadia Alami'), await newPatient(), await newPatient()]
    assert.equal((await requestGuardianship(carer, cared.id)).status, 201)
    const code = await codeIn(platform, cared.id)
    const { rows } = await owner.query<{ body: string; recipient: string }>(
      `select s.body, s.recipient from sandbox_messages s join messages m on m.tenant_id = s.tenant_id and m.id = s.message_id
       where m.recipient_user_id = $1`,
      [cared.id],
    )
    assert.ok(rows.length === 1 && rows[0]!.body.includes('Nadia Alami'))
    assert.equal((await confirm(other, cared.id, code)).status, 422)
    const answer = await confirm(carer, cared.id, code)
    assert.deepEqual([answer.status, answer.body.guardianship?.verified], [201, true], answer.text)
    assert.equal((await confirm(carer, cared.id, code)).status, 422)
    await waitASecond()
    assert.equal(await fileStatus(carer, cared.id), 200)
  })

  test('is refused after five wrong tries', async () => {
    const [carer, cared] = [await newPatient(), await newPatient()]
    await requestGuardianship(carer, cared.id)
    const code = await codeIn(platform, cared.id)
    for (let tries = 0; tries < 5; tries++) assert.equal((await confirm(carer, cared.id, wrong(code))).status, 422)
    assert.equal((await confirm(carer, cared.id, code)).status, 422)
    assert.equal(await fileStatus(carer, cared.id), 404)
  })

  test('does not reveal whether the patient or the address exists', async () => {
    const [carer, cared] = [await newPatient(), await newPatient()]
    const known = await requestGuardianship(carer, cared.id)
    const others = [
      await requestGuardianship(carer, 'usr_0190000000007000800000000000000a'),
      await requestGuardianship(carer, cared.id, 'PHONE'),
      await requestGuardianship(carer, doctor.id),
      await requestGuardianship(carer, carer.id),
    ]
    for (let times = 0; times < 4; times++) others.push(await requestGuardianship(carer, cared.id))
    assert.deepEqual(new Set(others.map(({ status, text }) => `${status} ${text}`)), new Set([`201 ${known.text}`]))
    const { rows } = await owner.query('select from messages where recipient_user_id = $1', [cared.id])
    assert.equal(rows.length, 3, 'the limit of messages to one address in an hour')
  })

  test('sends no code to a disabled patient, or to an address that was changed in the last seven days', async () => {
    const [carer, disabled, changed] = [await newPatient(), await newPatient(), await newPatient()]
    await owner.query('update users set disabled_at = now() where id = $1', [disabled.id])
    const change = (days: number) =>
      owner.query(
        `insert into contacts (tenant_id, user_id, address_changed_at, address_changed_by)
         select tenant_id, id, app_now() - $2 * interval '1 day', id from users where id = $1
         on conflict (tenant_id, user_id) do update set address_changed_at = excluded.address_changed_at`,
        [changed.id, days],
      )
    await change(6.9)
    for (const { id } of [disabled, changed]) assert.equal((await requestGuardianship(carer, id)).status, 201)
    const codesTo = async ({ id }: Person) =>
      (await owner.query('select from messages where recipient_user_id = $1', [id])).rows.length
    assert.deepEqual([await codesTo(disabled), await codesTo(changed)], [0, 0])
    await change(7.1)
    await requestGuardianship(carer, changed.id)
    assert.equal(await codesTo(changed), 1)
  })

  test('needs a confirmed address: no code is sent to or accepted from an unconfirmed one', async () => {
    const [carer, cared] = [await newPatient(), await newPatient()]
    await requestGuardianship(carer, cared.id)
    const code = await codeIn(platform, cared.id)
    await owner.query('update users set email_confirmed_at = null where id = $1', [cared.id])
    assert.equal((await confirm(carer, cared.id, code)).status, 422)
    assert.equal((await requestGuardianship(carer, cared.id)).status, 201)
    const { rows } = await owner.query('select from messages where recipient_user_id = $1', [cared.id])
    assert.equal(rows.length, 1)
  })
})

describe('the front desk', () => {
  test('states, lists, reads, verifies and ends guardianships, but cannot register or request one', async () => {
    const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')
    const [carer, cared] = [await newPatient(), await newPatient()]
    const stated = await state(carer, cared, 'CARER', desk)
    assert.deepEqual([stated.status, stated.body.guardianship?.verified], [201, true], stated.text)
    const { id } = stated.body.guardianship
    for (const path of [
      `patients/${carer.id}/dependants`,
      `patients/${cared.id}/guardians`,
      `guardianships?dependantId=${cared.id}`,
    ]) {
      const listed = await callAs('GET', desk, path)
      assert.deepEqual(
        listed.body.guardianships?.map((one: { id: string }) => one.id),
        [id],
        `${path}: ${listed.text}`,
      )
    }
    const own = (await register(carer)).body.guardianship
    const verified = await callAs('POST', desk, `guardianships/${own.id}/verify`)
    assert.deepEqual([verified.status, verified.body.guardianship?.verified], [200, true])
    const { rows } = await owner.query('select verified_by from guardianships where id = $1', [own.id])
    assert.deepEqual(rows, [{ verified_by: desk.id }])
    assert.equal((await end(desk, id)).status, 200)
    assert.equal((await end(desk, id)).status, 404)

    assert.equal((await register(desk)).status, 403)
    const requestBody = { dependantId: cared.id, kind: 'CARER', address: 'EMAIL' }
    assert.equal((await callAs('POST', desk, 'guardianships/requests', requestBody)).status, 403)
  })

  test('of another organisation finds no guardianship, and professionals are refused', async () => {
    const foreign = await newPerson(platform, await newTenant(platform), 'RECEPTIONIST')
    const [carer, cared] = [await newPatient(), await newPatient()]
    const { id } = (await state(carer, cared)).body.guardianship
    assert.equal((await callAs('GET', foreign, `patients/${cared.id}/guardians`)).status, 404)
    assert.equal((await callAs('POST', foreign, `guardianships/${id}/verify`)).status, 404)
    assert.equal((await end(foreign, id)).status, 404)
    assert.equal((await state(carer, await newPatient(), 'CARER', foreign)).status, 422)
    for (const caller of [doctor, dentist]) {
      assert.equal((await callAs('GET', caller, `patients/${cared.id}/guardians`)).status, 403)
      assert.equal((await state(carer, cared, 'CARER', caller)).status, 403)
      assert.equal((await end(caller, id)).status, 403)
    }
  })
})

describe('a guardian', () => {
  test('books for two children at the same time, each within the limits of a patient', async () => {
    const { parent, childId } = await newParent()
    const second = (await register(parent, { ...child, name: 'Lina Alami' })).body.guardianship.dependant.id
    await waitASecond()
    const times = booking(platform, doctor, parent, 500)
    const answers = [
      await callAs('POST', parent, 'appointments', { ...times, patientId: childId }),
      await callAs('POST', parent, 'appointments', { ...times, patientId: second, doctorId: dentist.id }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    )
    const overlapping = await callAs('POST', parent, 'appointments', {
      ...times,
      patientId: childId,
      doctorId: dentist.id,
    })
    assert.equal(overlapping.status, 409)
    const listed = (await callAs('GET', parent, 'appointments?pageSize=1')).body
    assert.deepEqual([listed.pagination.total, listed.appointments[0].patientId], [2, second])
    const childAppointments = (await callAs('GET', parent, `appointments?patientId=${childId}`)).body.appointments
    assert.equal(childAppointments.length, 1)
    const more = (hours: number, patientId: string) =>
      callAs('POST', parent, 'appointments', { ...booking(platform, doctor, parent, hours), patientId })
    assert.equal((await more(510, childId)).status, 201)
    assert.equal((await more(520, childId)).body.error.details.limit.kind, 'WITH_PROFESSIONAL')
    assert.equal((await more(520, second)).status, 201)
    assert.equal((await more(530, parent.id)).status, 201)
    const beyond = await more(540, second)
    assert.deepEqual([beyond.status, beyond.body.error.details.limit.kind], [409, 'WITH_PROFESSIONAL'], 'of the family')
  })

  test('ends a relationship of the dependant, and the audit log shows both people', async () => {
    const { carer, cared } = await newCared()
    await book(platform, cared, doctor, cared, 600)
    assert.equal(await fileStatus(doctor, cared.id), 200)
    const ended = await callAs('DELETE', carer, `patients/${cared.id}/relationships/${doctor.id}`)
    assert.equal(ended.status, 200)
    assert.equal(await fileStatus(doctor, cared.id), 404)
    const query = `userId=${carer.id}&patientId=${cared.id}&operation=endRelationship`
    const { audit } = (await callAs('GET', admin, `audit?${query}`)).body
    assert.deepEqual([audit.length, audit[0].userId, audit[0].outcome], [1, carer.id, 'OK'])
  })

  test('is shown to patient and guardian, and not to another patient', async () => {
    const { carer, cared } = await newCared()
    const statusFor = async (caller: Person, id = cared.id) =>
      (await callAs('GET', caller, `patients/${id}/guardians`)).status
    await waitASecond()
    assert.deepEqual(
      [await statusFor(cared), await statusFor(carer), await statusFor(admin), await statusFor(await newPatient())],
      [200, 200, 200, 404],
    )
    assert.equal(await statusFor(admin, doctor.id), 404, 'no patient')
  })

  test('does not act for the dependants of a dependant, nor for a patient of another organisation', async () => {
    const { parent, childId } = await newParent()
    const grandparent = await newPatient()
    await state(grandparent, parent)
    assert.equal(await fileStatus(grandparent, parent.id), 200)
    assert.equal(await fileStatus(grandparent, childId), 404)
    assert.equal((await callAs('GET', grandparent, `patients/${parent.id}/dependants`)).status, 404)
    const elsewhere = await newPractice(platform)
    assert.equal(await fileStatus(grandparent, elsewhere.patient.id), 404)
  })

  test('gives the dependant no rights, and cannot end the guardianship of another guardian', async () => {
    const { carer, cared, guardianshipId } = await newCared()
    assert.equal(await fileStatus(cared, carer.id), 404)
    const second = await newPatient()
    await state(second, cared)
    assert.equal((await end(second, guardianshipId)).status, 404)
    assert.equal(await fileStatus(carer, cared.id), 200)
  })

  test('reads the events of dependants, but not of former dependants', async () => {
    const { carer, cared, guardianshipId } = await newCared()
    const { id } = await book(platform, cared, doctor, cared, 700)
    const events = async () => (await callAs('GET', carer, `events?subjectId=${id}`)).body.events.length
    assert.equal(await events(), 1)
    await end(carer, guardianshipId)
    await waitASecond()
    assert.equal(await events(), 0)
  })

  test('sees dependants among the users, with their contact data', async () => {
    const { carer, cared } = await newCared()
    const users = (await callAs('GET', carer, 'users?role=PATIENT')).body.users
    assert.deepEqual(new Set(users.map(({ id }: Person) => id)), new Set([carer.id, cared.id]))
    assert.equal((await callAs('GET', carer, `users/${cared.id}/contact`)).status, 200)
    const put = (body: object) => callAs('PUT', carer, `users/${cared.id}/contact`, body)
    assert.equal((await put({ language: 'ar', phone: null })).status, 200)
    assert.equal((await put({ phone: '0612345678' })).status, 403, 'the address would give the guardian the account')
  })
})

describe('the end of a guardianship', () => {
  for (const ender of ['the guardian', 'the dependant', 'an administrator'] as const)
    test(`by ${ender} takes effect within a second, for tokens and sessions`, async () => {
      const { carer, cared, guardianshipId } = await newCared()
      const session = await newSession(platform, carer)
      for (const caller of [carer, session]) assert.equal(await fileStatus(caller, cared.id), 200)
      const caller = { 'the guardian': carer, 'the dependant': cared, 'an administrator': admin }[ender]
      assert.equal((await end(caller, guardianshipId)).status, 200)
      await waitASecond()
      for (const caller of [carer, session]) assert.equal(await fileStatus(caller, cared.id), 404)
      assert.equal((await end(caller, guardianshipId)).status, 404)
      const [ended] = (await callAs('GET', cared, `patients/${cared.id}/guardians`)).body.guardianships
      assert.equal(ended.active, false)
    })

  test('of a carer is set to the majority of a dependant who turns out to be a minor', async () => {
    const [{ carer, cared }, other] = [await newCared(), await newCared()]
    const untilOf = async (pair = { carer, cared }) => {
      const { rows } = await owner.query<{ until: Date | null }>(
        'select until from guardianships where guardian_id = $1 and dependant_id = $2',
        [pair.carer.id, pair.cared.id],
      )
      return rows[0]!.until?.toISOString() ?? null
    }
    assert.equal(await untilOf(), null)
    const birthDate = birthDateAtAge(10)
    await callAs('PUT', admin, `patients/${cared.id}/identity`, { birthDate })
    assert.equal(await untilOf(), majorityOf(birthDate).toISOString())
    assert.equal(await untilOf(other), null, 'of other dependants nothing changes')
    await callAs('PUT', admin, `patients/${cared.id}/identity`, { birthDate: birthDateAtAge(40) })
    assert.equal(await untilOf(), null, 'the birth date was a mistake')
  })

  test('of a carer does not move once it has passed', async () => {
    const { carer, cared } = await newCared()
    await callAs('PUT', admin, `patients/${cared.id}/identity`, { birthDate: birthDateAtAge(17) })
    const passed = '2026-01-01T00:00:00.000Z'
    await owner.query('update guardianships set until = $2, notified_until = $2 where dependant_id = $1', [
      cared.id,
      passed,
    ])
    await callAs('PUT', admin, `patients/${cared.id}/identity`, { birthDate: birthDateAtAge(10) })
    const { rows } = await owner.query('select until from guardianships where guardian_id = $1', [carer.id])
    assert.equal(rows[0].until.toISOString(), passed)
  })

  test('is reported to guardian and dependant when an administrator moves it to a later day', async () => {
    const { carer, cared } = await newCared()
    const former = (await state(await newPatient(), cared)).body.guardianship
    await end(admin, former.id)
    const correct = (years: number) =>
      callAs('PUT', admin, `patients/${cared.id}/identity`, { birthDate: birthDateAtAge(years) })
    const noticesTo = async ({ id }: Person) =>
      (await messagesTo(platform, id, 'GUARDIANSHIP_EXTENDED')).map(({ variables }) => variables)
    const names = { guardianName: 'Nadia Alami', patientName: 'Fatima Alami' }
    await correct(10)
    for (const to of [carer, cared]) assert.deepEqual(await noticesTo(to), [], 'it ends earlier')
    await correct(8)
    const later = { ...names, until: majorityOf(birthDateAtAge(8)).toISOString() }
    for (const to of [carer, cared]) assert.deepEqual(await noticesTo(to), [later])
    await correct(40)
    for (const to of [carer, cared]) assert.deepEqual(await noticesTo(to), [later, names], 'it has no end by age')
    await correct(41)
    assert.equal((await noticesTo(cared)).length, 2)
    await correct(10)
    const { rows } = await owner.query('select until from guardianships where id = $1', [former.id])
    assert.deepEqual(rows, [{ until: null }], 'one that has ended does not change')
  })

  test('lets the same people begin another one', async () => {
    const { carer, cared, guardianshipId } = await newCared()
    await end(cared, guardianshipId)
    assert.equal((await state(carer, cared)).status, 201)
  })

  test('stops the repetition of idempotent answers about the dependant', async () => {
    const { carer, cared, guardianshipId } = await newCared()
    await fileStatus(carer, cared.id)
    const send = (key: string) =>
      call('PUT', `/api/patients/${cared.id}/identity`, {
        token: carer.token,
        body: { insurer: 'CNSS' },
        headers: { 'idempotency-key': key },
      })
    const first = await send('one')
    assert.equal(first.status, 200)
    assert.equal((await send('one')).text, first.text)
    await end(cared, guardianshipId)
    await waitASecond()
    const replayed = await send('one')
    assert.deepEqual([replayed.status, replayed.body.error.code], [403, 'FORBIDDEN'])
    assert.ok(!replayed.text.includes('CNSS'))
  })

  test('stops events about the dependant to a webhook of the guardian, and cancels waiting deliveries', async () => {
    const { carer, cared, guardianshipId } = await newCared()
    const { webhook } = (await callAs('POST', carer, 'webhooks', { url: 'https://guardian.example/hooks' })).body
    await callAs('POST', carer, `webhooks/${webhook.id}/disable`)
    const deliveries = async (subjectId: string) => {
      const { rows } = await owner.query<{ state: string }>(
        `select d.state
         from webhook_deliveries d
         join events e on e.tenant_id = d.tenant_id and e.id = d.event_id
         where d.endpoint_id = $1 and e.subject_id = $2`,
        [webhook.id, subjectId],
      )
      return rows.map((row) => row.state)
    }
    const own = await book(platform, carer, doctor, carer, 800)
    const before = await book(platform, cared, doctor, cared, 801)
    const shared = await book(platform, cared, dentist, cared, 803)
    const second = await newPatient()
    await state(carer, second)
    const ofSecond = await book(platform, second, doctor, second, 804)
    await owner.query('update events set audience = audience || $2::text where subject_id = $1', [shared.id, carer.id])
    const { webhook: ofDoctor } = (await callAs('POST', doctor, 'webhooks', { url: 'https://doctor.example/hooks' }))
      .body
    await callAs('POST', doctor, `webhooks/${ofDoctor.id}/disable`)
    await owner.query(
      `insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, next_at)
       select tenant_id, event_id, $2, state, next_at from webhook_deliveries where endpoint_id = $1`,
      [webhook.id, ofDoctor.id],
    )
    assert.deepEqual([await deliveries(own.id), await deliveries(before.id)], [['HELD'], ['HELD']])
    await end(cared, guardianshipId)
    assert.deepEqual([await deliveries(own.id), await deliveries(before.id)], [['HELD'], ['CANCELLED']])
    assert.deepEqual(await deliveries(shared.id), ['HELD'], 'about both')
    assert.deepEqual(await deliveries(ofSecond.id), ['HELD'], 'about another dependant')
    const { rows } = await owner.query('select distinct state from webhook_deliveries where endpoint_id = $1', [
      ofDoctor.id,
    ])
    assert.deepEqual(rows, [{ state: 'HELD' }], 'deliveries to others go on')
    const after = await book(platform, cared, doctor, cared, 802)
    assert.deepEqual(await deliveries(after.id), [])
  })

  test('stops the guardian from resending earlier deliveries', async () => {
    const { carer, cared, guardianshipId } = await newCared()
    const { webhook } = (await callAs('POST', carer, 'webhooks', { url: 'https://guardian.example/hooks' })).body
    await book(platform, cared, doctor, cared, 810)
    const list = await callAs('GET', carer, `webhooks/${webhook.id}/deliveries`)
    const [{ id }] = list.body.deliveries
    await end(cared, guardianshipId)
    await waitASecond()
    const resent = await callAs('POST', carer, `webhooks/deliveries/${id}/resend`)
    assert.ok([403, 404, 409, 422].includes(resent.status), `${resent.status} ${resent.text}`)
  })

  test('removes the guardian from the room, and invalidates a join token obtained before', async () => {
    const { carer, cared, guardianshipId } = await newCared()
    const { id } = await book(platform, cared, doctor, cared, 0.1)
    const answer = await callAs('POST', carer, 'video/token', { appointmentId: id, identity: cared.id })
    assert.equal(answer.status, 200, answer.text)
    const early = await tokenFor(call, carer, id)
    const { host, guest } = await meet(call, doctor, carer, id)
    assert.equal((await host.receives('peer-joined')).name, 'Nadia Alami (Fatima Alami)')
    assert.equal((await end(cared, guardianshipId)).status, 200)
    await guest.closed
    const late = await join(early.url, early.token)
    await late.closed
    assert.ok(!late.received.some(({ type }) => ['joined', 'waiting'].includes(type)), JSON.stringify(late.received))
    await waitASecond()
    assert.equal((await callAs('POST', carer, 'video/token', { appointmentId: id, identity: carer.id })).status, 403)
    host.socket.close()
  })

  test('leaves the guardian in the room of another dependant', async () => {
    const { carer, cared, guardianshipId } = await newCared()
    const other = await newPatient('Hassan Alami')
    assert.equal((await state(carer, other)).status, 201)
    await waitASecond()
    const { id } = await book(platform, other, doctor, other, 0.7)
    const { host, guest } = await meet(call, doctor, carer, id)
    assert.equal((await end(cared, guardianshipId)).status, 200)
    await waitASecond()
    guest.send({ type: 'ping', ts: 1 })
    await guest.receives('pong')
    host.socket.close()
    guest.socket.close()
  })

  test('comes at majority, at midnight of the birthday in Morocco', async () => {
    const parent = await newPatient()
    const { clock } = platform.services
    const soon = new Date(clock.nowMs() + 3 * 86_400_000)
    const birthDate = `${soon.getUTCFullYear() - 18}${soon.toISOString().slice(4, 10).replace('02-29', '02-28')}`
    const { guardianship } = (await register(parent, { ...child, birthDate })).body
    await register(parent, { ...child, name: 'Twin', birthDate })
    await waitASecond()
    assert.equal(await fileStatus(parent, guardianship.dependant.id), 200)
    // A guardian cannot make the dependant younger.
    const youngerChild = { birthDate: birthDateAtAge(5), sex: 'M' }
    const changed = await callAs('PUT', parent, `patients/${guardianship.dependant.id}/identity`, youngerChild)
    assert.equal(changed.status, 200)
    const remainingSec = Math.ceil((Date.parse(guardianship.until) - clock.nowMs()) / 1000)
    await platform.advance(remainingSec - 60)
    const token = async (caller: Person) => ({ ...caller, token: await newToken(caller) })
    assert.equal(await fileStatus(await token(parent), guardianship.dependant.id), 200)
    await platform.advance(61)
    await waitASecond()
    assert.equal(await fileStatus(await token(parent), guardianship.dependant.id), 404)
    const grown = { ...parent, id: guardianship.dependant.id }
    const caller = await token(admin)
    const runJob = async () => {
      const headers = { 'x-cron-secret': 'sandbox-cron-secret' }
      return (await call('POST', '/api/cron/guardianship-endings', { headers })).body
    }
    const noticesTo = async ({ id }: Person) => (await messagesTo(platform, id, 'GUARDIANSHIP_ENDED')).length
    const before = [await noticesTo(parent), await noticesTo(grown)]
    assert.deepEqual([before, await runJob()], [[0, 0], { ok: true, ended: 2 }])
    assert.equal(await noticesTo(parent), 2, 'one for each dependant, who have no address')
    assert.equal(await noticesTo(grown), 0)
    const { rows: audited } = await owner.query(
      'select patient_ids from audit_log where subject_id = $1 and user_id = $2',
      [guardianship.id, 'platform'],
    )
    assert.deepEqual(audited, [{ patient_ids: [grown.id] }])
    assert.deepEqual(await runJob(), { ok: true, ended: 0 })
    await callAs('PUT', caller, `patients/${grown.id}/identity`, { birthDate, sex: 'M' })
    assert.equal((await state(parent, grown, 'CARER', caller)).status, 201)
    const { rows: replaced } = await owner.query(
      'select dependant_id from guardianships where guardian_id = $1 and ended_at is not null',
      [parent.id],
    )
    assert.deepEqual(replaced, [{ dependant_id: grown.id }], 'not the one of the twin')
  })
})

test('majority begins at midnight in Morocco, with the offset from UTC of that day', () => {
  assert.equal(majorityOf('2006-05-01').toISOString(), '2024-04-30T23:00:00.000Z')
  assert.equal(majorityOf('2009-07-01').toISOString(), '2027-07-01T00:00:00.000Z')
  assert.equal(majorityOf('2008-02-29').toISOString(), '2026-03-01T00:00:00.000Z')
})

async function newToken({ clientId, secret }: Person): Promise<string> {
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
  return (await call('POST', '/api/auth/token', { body })).body.access_token
}
