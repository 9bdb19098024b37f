import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, booking, eventsOf, messagesTo, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice, prescriptionRequest } from '../../../../testing/practice.ts'

const platform = await startPlatform({ PROPOSED_BOOKINGS: '5,2' })
const { call } = platform
const { tenantId, admin } = await newPractice(platform)
const newDoctor = () => newPerson(platform, tenantId, 'DOCTOR')
const newPatient = () => newPerson(platform, tenantId, 'PATIENT')

const callAs = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', caller: Person, path: string, body?: object) =>
  call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })
const put = (caller: Person, id: string, body: object) => callAs('PUT', caller, `appointments/${id}`, body)
const read = async (caller: Person, id: string) => (await callAs('GET', caller, `appointments/${id}`)).body.appointment
const propose = (doctor: Person, patient: Pick<Person, 'id'>, hoursAhead: number) =>
  callAs('POST', doctor, 'appointments', booking(platform, doctor, patient as Person, hoursAhead))
const pathsOf = (answer: { body: { error: { details: { path: string[] }[] } } }) =>
  answer.body.error.details.map(({ path }) => path.join('.'))

let hour = 100
const nextHour = () => hour++

/** Each operation that a professional bases on an appointment, with the status that refuses it for an untreated patient. */
const operations = {
  'prescribe for it': [
    422,
    (doctor: Person, patient: Person, id: string) =>
      callAs('POST', doctor, 'prescriptions', prescriptionRequest(patient, id)),
  ],
  'order lab tests for it': [
    422,
    (doctor: Person, patient: Person, appointmentId: string) =>
      callAs('POST', doctor, 'lab-orders', { patientId: patient.id, appointmentId, tests: ['NFS'] }),
  ],
  'order lab tests without it': [
    422,
    (doctor: Person, patient: Person) =>
      callAs('POST', doctor, 'lab-orders', { patientId: patient.id, tests: ['NFS'] }),
  ],
  'issue a certificate about it': [
    403,
    (doctor: Person, _: Person, appointmentId: string) =>
      callAs('POST', doctor, 'pdf/generate', {
        templateId: 'certificate',
        data: { appointmentId, statement: 'Apte.' },
      }),
  ],
  'issue an attestation about it': [
    403,
    (doctor: Person, _: Person, appointmentId: string) =>
      callAs('POST', doctor, 'pdf/generate', { templateId: 'attestation', data: { appointmentId } }),
  ],
  'invoice it': [
    403,
    (doctor: Person, patient: Person, appointmentId: string) =>
      callAs('POST', doctor, 'invoices', { patientId: patient.id, appointmentId, amountMAD: 100 }),
  ],
  'send a message': [
    403,
    (doctor: Person, { id: recipientUserId }: Person) =>
      callAs('POST', doctor, 'notifications/send', {
        recipientUserId,
        templateCode: 'FOLLOW_UP_PROPOSED',
        variables: { doctorName: 'X' },
      }),
  ],
  'propose a follow-up': [
    422,
    (doctor: Person, patient: Person) =>
      callAs('POST', doctor, 'follow-ups', { doctorId: doctor.id, patientId: patient.id }),
  ],
  'record a condition': [
    404,
    (doctor: Person, { id }: Person) =>
      callAs('POST', doctor, `patients/${id}/conditions`, { name: 'X', longTerm: true }),
  ],
  'read the file': [404, (doctor: Person, { id }: Person) => callAs('GET', doctor, `patients/${id}`)],
} as const

/** Moves an appointment so that it started two hours ago. */
const begin = (id: string) =>
  platform.owner.query(
    `update appointments set start_time = app_now() - interval '2 hours', end_time = app_now() - interval '90 minutes', calendar = null
     where id = $1`,
    [id],
  )

describe('a professional who books a patient whom they do not treat', () => {
  for (const [operation, [refusal, perform]] of Object.entries(operations))
    test(`can ${operation} only after the patient has accepted`, async () => {
      const [doctor, patient] = [await newDoctor(), await newPatient()]
      const { id } = await book(platform, doctor, doctor, patient, nextHour())
      assert.equal((await put(doctor, id, { status: 'CONFIRMED' })).status, 200)
      const completed = await put(doctor, id, { status: 'COMPLETED' })
      assert.equal(completed.status, 409, completed.text)
      const refused = await perform(doctor, patient, id)
      assert.equal(refused.status, refusal, refused.text)
      assert.equal((await put(patient, id, { status: 'CONFIRMED' })).status, 200)
      await begin(id)
      assert.equal((await put(doctor, id, { status: 'COMPLETED' })).status, 200)
      const allowed = await perform(doctor, patient, id)
      assert.ok(allowed.status < 300, allowed.text)
    })

  test('cannot propose a time in the past, record a past visit, or move a proposal into the past', async () => {
    const [doctor, patient] = [await newDoctor(), await newPatient()]
    for (const extra of [{}, { pastVisit: true }]) {
      const answers = []
      for (const id of [patient.id, 'usr_absent'])
        answers.push(
          await callAs('POST', doctor, 'appointments', {
            ...booking(platform, doctor, { id } as Person, -2),
            ...extra,
          }),
        )
      for (const answer of answers) assert.deepEqual([answer.status, ...pathsOf(answer)], [422, 'startTime'])
    }
    const { id } = await book(platform, doctor, doctor, patient, nextHour())
    const { startTime, endTime } = booking(platform, doctor, patient, -2)
    assert.equal((await put(doctor, id, { startTime, endTime })).status, 422)
    assert.equal((await read(doctor, id)).proposed, true)
  })

  test('gets the same answers for another patient and an unknown id, except from the booking itself', async () => {
    const [doctor, other, stranger] = [await newDoctor(), await newDoctor(), await newPatient()]
    const answersTo = async (id: string) => {
      const taken = await propose(doctor, { id }, 1)
      const forOther = await callAs('POST', doctor, 'appointments', {
        ...booking(platform, other, { id } as Person, nextHour()),
      })
      const answers = [
        ...[taken, forOther],
        await callAs('POST', doctor, 'prescriptions', { ...prescriptionRequest({ id } as Person, 'apt_absent') }),
        await callAs('POST', doctor, 'lab-orders', { patientId: id, tests: ['NFS'] }),
        await callAs('POST', doctor, 'follow-ups', { doctorId: doctor.id, patientId: id }),
      ]
      return answers.map(({ status, body }) => [status, body.error])
    }
    const own = await newPatient()
    await book(platform, own, doctor, own, 1)
    const answers = await answersTo(stranger.id)
    assert.deepEqual(answers, await answersTo('usr_absent'))
    assert.deepEqual(
      answers.map(([status]) => status),
      [409, 403, 422, 422, 422],
    )
    const unknown = await propose(doctor, { id: 'usr_absent' }, nextHour())
    assert.deepEqual([unknown.status, ...pathsOf(unknown)], [422, 'patientId'])
  })

  test('has at most five proposals of the last day or in the future, two to one patient, even after cancelling them', async () => {
    const doctor = await newDoctor()
    const patients = await Promise.all([newPatient(), newPatient(), newPatient(), newPatient()])
    const [first, second, third, fourth] = patients as [Person, Person, Person, Person]
    const proposedIds = []
    for (const patient of [first, first]) {
      const answer = await propose(doctor, patient, nextHour())
      assert.equal(answer.status, 201, answer.text)
      proposedIds.push(answer.body.appointment.id)
      assert.equal((await put(doctor, proposedIds.at(-1), { status: 'CANCELLED' })).status, 200)
    }
    const again = await propose(doctor, first, nextHour())
    assert.equal(again.status, 409, again.text)
    assert.deepEqual(again.body.error.details, { limit: { kind: 'PROPOSED_TO_PATIENT', max: 2, open: 2 } })
    for (const patient of [second, second, third])
      assert.equal((await propose(doctor, patient, nextHour())).status, 201)
    const sixth = await propose(doctor, fourth, nextHour())
    assert.equal(sixth.status, 409, sixth.text)
    assert.deepEqual(sixth.body.error.details, { limit: { kind: 'PROPOSED', max: 5, open: 5 } })
    const probed = await propose(doctor, { id: 'usr_absent' }, nextHour())
    assert.deepEqual(probed.body.error, sixth.body.error, 'a probe of an id')
    assert.deepEqual(await messagesTo(platform, fourth.id), [])

    const own = await newPatient()
    await book(platform, own, doctor, own, nextHour())
    assert.equal((await propose(doctor, own, nextHour())).status, 201, 'their own patient')
    const consented = await callAs('PUT', second, `patients/${second.id}/relationships/${doctor.id}`, {})
    assert.equal(consented.status, 200, consented.text)
    assert.equal((await propose(doctor, fourth, nextHour())).status, 201, 'proposals to own patients do not count')
  })

  test('cannot exceed the limit with ten concurrent bookings', async () => {
    const [doctor, patient] = [await newDoctor(), await newPatient()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => propose(doctor, patient, nextHour())))
    assert.equal(answers.filter(({ status }) => status === 201).length, 2)
  })

  test('books their own patients without limit, and without proposals', async () => {
    const [doctor, patient] = [await newDoctor(), await newPatient()]
    await book(platform, patient, doctor, patient, nextHour())
    for (let n = 0; n < 7; n++) {
      const { id } = await book(platform, doctor, doctor, patient, nextHour())
      assert.equal((await read(patient, id)).proposed, false)
    }
  })
})

describe('a proposed appointment', () => {
  const newProposal = async () => {
    const [doctor, patient] = [await newDoctor(), await newPatient()]
    const { id } = await book(platform, doctor, doctor, patient, nextHour())
    assert.equal((await read(doctor, id)).proposed, true)
    return { doctor, patient, id }
  }
  const isOpen = async (doctor: Person, { id }: Person) =>
    (await callAs('GET', doctor, `patients/${id}`)).status === 200

  test('is confirmed when the patient accepts it, and the doctor is notified', async () => {
    const { doctor, patient, id } = await newProposal()
    const answer = await put(patient, id, { status: 'CONFIRMED' })
    const { appointment } = answer.body
    assert.deepEqual([answer.status, appointment.id, appointment.status], [200, id, 'CONFIRMED'])
    assert.equal((await read(patient, id)).proposed, false)
    assert.ok(await isOpen(doctor, patient))
    assert.equal((await messagesTo(platform, doctor.id, 'APPOINTMENT_CONFIRMED')).length, 1)
    const [, updated] = await eventsOf(platform, id)
    assert.deepEqual(updated!.data, { appointmentId: id, changes: ['status', 'proposed'] })
    assert.equal((await put(patient, id, { status: 'COMPLETED' })).status, 403)
  })

  test('stays proposed when the doctor or their application confirms it, and the patient still accepts', async () => {
    const { doctor, patient, id } = await newProposal()
    assert.equal((await put(doctor, id, { status: 'CONFIRMED' })).status, 200)
    const { proposed: isProposed, status } = await read(patient, id)
    assert.deepEqual([isProposed, status], [true, 'CONFIRMED'])
    assert.deepEqual(await messagesTo(platform, patient.id, 'APPOINTMENT_CONFIRMED'), [])
    assert.ok(!(await isOpen(doctor, patient)))
    assert.equal((await put(patient, id, { status: 'CONFIRMED' })).status, 200)
    assert.equal((await read(patient, id)).proposed, false)
    assert.ok(await isOpen(doctor, patient))
  })

  test('is accepted by an administrator, or by the patient who moves it', async () => {
    for (const [accept, opens] of [
      // The acceptance opens the file only for the days of the visit: see staff-bookings.test.ts.
      [(_: Person, id: string) => put(admin, id, { status: 'CONFIRMED' }), false],
      [
        (patient: Person, id: string) => {
          const { startTime, endTime } = booking(platform, patient, patient, nextHour())
          return put(patient, id, { startTime, endTime })
        },
        true,
      ],
    ] as const) {
      const { doctor, patient, id } = await newProposal()
      assert.equal((await accept(patient, id)).status, 200)
      assert.equal((await read(patient, id)).proposed, false)
      assert.equal(await isOpen(doctor, patient), opens)
    }
  })

  test('cannot be confirmed by the patient at another time', async () => {
    const { doctor, patient, id } = await newProposal()
    const { startTime, endTime } = booking(platform, patient, patient, nextHour())
    const answer = await put(patient, id, { status: 'CONFIRMED', startTime, endTime })
    assert.equal(answer.status, 403, answer.text)
    assert.equal((await read(patient, id)).proposed, true)
    assert.equal((await put(doctor, id, { status: 'CONFIRMED' })).status, 200)
    assert.equal((await put(patient, id, { status: 'CONFIRMED', startTime, endTime })).status, 403)
  })

  test('is moved and confirmed in one call by the doctor, and by an administrator, who accepts it', async () => {
    const { doctor, patient, id } = await newProposal()
    for (const [by, proposed] of [
      [doctor, true],
      [admin, false],
    ] as const) {
      const { startTime, endTime } = booking(platform, doctor, doctor, nextHour())
      const answer = await put(by, id, { status: 'CONFIRMED', startTime, endTime })
      assert.equal(answer.status, 200, answer.text)
      assert.partialDeepStrictEqual(await read(patient, id), { status: 'CONFIRMED', startTime, proposed })
    }
  })

  test('that the doctor moved can only be accepted by a patient who names the new time', async () => {
    const { doctor, patient, id } = await newProposal()
    const before = await read(patient, id)
    const { startTime, endTime } = booking(platform, doctor, doctor, nextHour())
    assert.equal((await put(doctor, id, { startTime, endTime })).status, 200)
    assert.equal((await messagesTo(platform, patient.id, 'APPOINTMENT_MOVED')).length, 1)
    const unseen = await put(patient, id, { status: 'CONFIRMED' })
    assert.equal(unseen.status, 409, unseen.text)
    assert.deepEqual(unseen.body.error.details, { current: { startTime, endTime } })
    const { startTime: earlier, endTime: earlierEnd } = before
    const stale = await put(patient, id, { status: 'CONFIRMED', startTime: earlier, endTime: earlierEnd })
    assert.equal(stale.status, 403, stale.text)
    assert.equal((await read(patient, id)).proposed, true)
    assert.ok(!(await isOpen(doctor, patient)))
    const seen = await put(patient, id, { status: 'CONFIRMED', startTime })
    assert.equal(seen.status, 200, seen.text)
    const { proposed: isProposed, ...now } = await read(patient, id)
    assert.deepEqual([isProposed, now.startTime, now.status], [false, startTime, 'CONFIRMED'])
  })

  test('that was not moved can also be accepted with its time', async () => {
    const { patient, id } = await newProposal()
    const { startTime } = await read(patient, id)
    assert.equal((await put(patient, id, { status: 'CONFIRMED', startTime })).status, 200)
  })

  test('cannot be attested or invoiced by administrators until it is accepted', async () => {
    const { patient, id } = await newProposal()
    assert.equal((await put(admin, id, { status: 'COMPLETED' })).status, 409)
    // Possible in earlier versions.
    await platform.owner.query(`update appointments set status = 'COMPLETED' where id = $1`, [id])
    const invoice = { patientId: patient.id, appointmentId: id, amountMAD: 100 }
    assert.equal((await callAs('POST', admin, 'invoices', invoice)).status, 409)
    const attestation = { templateId: 'attestation', data: { appointmentId: id } }
    assert.equal((await callAs('POST', admin, 'pdf/generate', attestation)).status, 409)
  })

  test('stays proposed when the professional moves or cancels it, or the patient writes a note', async () => {
    const { doctor, patient, id } = await newProposal()
    const { startTime, endTime } = booking(platform, doctor, doctor, nextHour())
    assert.equal((await put(doctor, id, { startTime, endTime })).status, 200)
    assert.equal((await put(patient, id, { notes: 'Who are you?' })).status, 200)
    assert.equal((await put(patient, id, { status: 'CANCELLED' })).status, 200)
    assert.equal((await read(patient, id)).proposed, true)
    assert.ok(!(await isOpen(doctor, patient)))
    assert.equal((await put(patient, id, { status: 'CONFIRMED' })).status, 409)
  })

  test('is the only kind of appointment that a patient can confirm', async () => {
    const [doctor, patient, other] = [await newDoctor(), await newPatient(), await newPatient()]
    const { id } = await book(platform, patient, doctor, patient, nextHour())
    assert.equal((await put(patient, id, { status: 'CONFIRMED' })).status, 403)
    const strangers = await book(platform, doctor, doctor, other, nextHour())
    assert.equal((await put(patient, strangers.id, { status: 'CONFIRMED' })).status, 404)
  })
})

test('a proposal does not become a missed visit, and its notes do not enter the patient’s record', async () => {
  const [doctor, patient] = [await newDoctor(), await newPatient()]
  const body = { ...booking(platform, doctor, patient, nextHour()), notes: 'Consomme des stupéfiants' }
  const { id } = (await callAs('POST', doctor, 'appointments', body)).body.appointment
  await platform.owner.query(
    `update appointments set start_time = now() - interval '1 hour', end_time = now() - interval '30 minutes' where id = $1`,
    [id],
  )
  const missed = await put(doctor, id, { status: 'NO_SHOW' })
  assert.equal(missed.status, 409, missed.text)
  const { status, notes } = await read(patient, id)
  assert.deepEqual([status, notes], ['SCHEDULED', null])
  assert.equal((await read(doctor, id)).notes, 'Consomme des stupéfiants')
})
