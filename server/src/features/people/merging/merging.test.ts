import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { book, booking, newClinic, newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { type Answer, startPlatform } from '../../../../testing/harness.ts'
import { newPractice, prescribe } from '../../../../testing/practice.ts'
import { sealAll, workerDatabase } from '../../../../testing/sealing.ts'
import { arrive, meet } from '../../care/video/room-testing.ts'
import { marketing, writeTemplates } from '../../messaging/campaigns/campaigns-testing.ts'
import { prove } from './merging-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const clinic = await newPractice(platform)
const { tenantId, admin, doctor, pharmacist } = clinic

const newPatient = () => newPerson(platform, tenantId, 'PATIENT')
const get = (path: string, caller: Person = admin) => call('GET', path, { token: caller.token })
const put = (path: string, body: object, caller: Person = admin) => call('PUT', path, { token: caller.token, body })
const merge = (survivor: { id: string }, mergedPatient: { id: string }, more: object = {}, caller: Person = admin) =>
  call('POST', `/api/patients/${survivor.id}/merge`, {
    token: caller.token,
    body: { otherId: mergedPatient.id, reason: 'Registered twice', loginOf: survivor.id, ...more },
  })
const merged = async (...given: Parameters<typeof merge>): Promise<Answer> => {
  const answer = await merge(...given)
  assert.equal(answer.status, 200, answer.text)
  return answer
}
const patientOf = async (appointmentId: string) =>
  (await get(`/api/appointments/${appointmentId}`)).body.appointment.patientId

describe('a merge', () => {
  test('has a preview that shows what would move, and changes nothing', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    await book(platform, mergedPatient, doctor, mergedPatient, 1000)
    const answer = await get(`/api/patients/${survivor.id}/merge-preview/${mergedPatient.id}`)
    assert.equal(answer.status, 200, answer.text)
    const { preview } = answer.body
    assert.ok(preview.records >= 1)
    assert.deepEqual(
      preview.logins.map(({ id }: { id: string }) => id),
      [survivor.id, mergedPatient.id],
    )
    assert.deepEqual(
      [preview.survivor.id, preview.other.id, preview.bothSignIn, preview.inCall],
      [survivor.id, mergedPatient.id, true, false],
    )
    assert.equal((await get(`/api/patients/${mergedPatient.id}`)).body.patient.id, mergedPatient.id)
  })

  test('is searched in the audit log by both ids, also with a second filter that has fewer or more rows', async () => {
    const [survivor, mergedPatient, other] = [await newPatient(), await newPatient(), await newPatient()]
    const both = [survivor.id, mergedPatient.id]
    const readHistory = ({ id }: Person) => get(`/api/patients/${id}/consents/history`) // in no other test of this file
    await readHistory(mergedPatient)
    for (let reads = 0; reads < 5; reads++) await get(`/api/patients/${mergedPatient.id}`) // more rows than readHistory
    await merged(survivor, mergedPatient)
    await sealAll(workerDatabase(platform))
    for (const one of [other, survivor]) await readHistory(one)
    for (const id of both)
      for (const filter of [`patientId=${id}`, `subjectId=${id}`])
        for (const second of ['operation=listConsentHistory', `userId=${admin.id}`, `clientId=${admin.clientId}`]) {
          const { status, body } = await get(`/api/audit?${filter}&${second}&pageSize=100`)
          assert.equal(status, 200)
          const found: string[] = body.audit
            .filter((row: { operation: string }) => row.operation === 'listConsentHistory')
            .map((row: { subjectId: string }) => row.subjectId)
          assert.deepEqual(found.toSorted(), both.toSorted(), `${filter}&${second}`)
        }
  })

  test('is refused to all but administrators, for other organisations, and for users who are not patients', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    for (const caller of [doctor, survivor, pharmacist])
      assert.equal((await merge(survivor, mergedPatient, {}, caller)).status, 403)
    const foreign = await newClinic(platform)
    assert.equal((await merge(survivor, foreign.patient)).status, 422)
    assert.equal((await merge(foreign.patient, survivor)).status, 404)
    assert.equal((await merge(survivor, doctor)).status, 422)
    assert.equal((await merge(doctor, survivor)).status, 404)
    assert.equal((await merge(survivor, survivor)).status, 409)
  })

  test('is in the audit log with both ids, and the log of the survivor has the rows of both', async () => {
    const [survivor, mergedPatient, other] = [await newPatient(), await newPatient(), await newPatient()]
    const both = [survivor.id, mergedPatient.id]
    for (const { id } of [other, mergedPatient]) await get(`/api/patients/${id}`)
    await merged(survivor, mergedPatient)
    await sealAll(workerDatabase(platform)) // rows of sealed and of newer ones come from different indexes
    for (const id of [other.id, survivor.id]) await get(`/api/patients/${id}`)
    for (const id of both) {
      const { audit } = (await get(`/api/audit?patientId=${id}`)).body
      for (const { patientIds } of audit)
        assert.ok(
          both.some((one) => patientIds.includes(one)),
          String(patientIds),
        )
      const operations = audit.map((row: { operation: string }) => row.operation)
      assert.ok(operations.includes('readPatient'), 'a read before the merge')
      const row = audit.find((one: { operation: string }) => one.operation === 'mergePatients')
      assert.equal(row.subjectId, survivor.id)
      assert.deepEqual(row.patientIds.toSorted(), both.toSorted())
    }
    const { merges } = (await get(`/api/patients/${survivor.id}/merges`)).body
    assert.partialDeepStrictEqual(merges, [
      { id: mergedPatient.id, survivorId: survivor.id, reason: 'Registered twice' },
    ])
    assert.ok(
      !JSON.stringify(merges[0].replaced).includes('login_id'),
      'it would show which users elsewhere are the same person',
    )
    assert.equal(merges[0].replaced[mergedPatient.id].user.email, `${mergedPatient.id}@test.example`)
    for (const { user } of Object.values<{ user: object }>(merges[0].replaced))
      assert.ok(!('login_id' in user), 'the login belongs to other organisations too')
  })

  test('of different identities needs the choice of the administrator, and keeps the other values', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    const papers = { birthDate: '1984-05-17', nationalId: 'ZZ100001', insurer: 'CNSS' }
    const named = { ...papers, insurer: null, nameAr: 'سلمى الإدريسي' }
    assert.equal((await put(`/api/patients/${survivor.id}/identity`, named)).status, 200)
    assert.equal(
      (await put(`/api/patients/${mergedPatient.id}/identity`, { ...papers, nationalId: 'ZZ100002' })).status,
      200,
    )
    const refused = await merge(survivor, mergedPatient)
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body.error.details, { conflictingIdentity: ['nationalId'] })
    const answer = await merged(survivor, mergedPatient, { identityOf: mergedPatient.id })
    const { identity } = (await get(`/api/patients/${survivor.id}/identity`)).body
    assert.partialDeepStrictEqual(identity, { ...papers, nationalId: 'ZZ100002', nameAr: 'سلمى الإدريسي' })
    assert.equal(answer.body.merge.replaced[survivor.id].identity.national_id, 'ZZ100001')
  })

  test('ends the login that was not chosen, with its sessions', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    const refused = await merge(survivor, mergedPatient, { loginOf: undefined })
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body.error.details, { bothSignIn: true })
    const [kept, ended] = [await newSession(platform, survivor), await newSession(platform, mergedPatient)]
    assert.equal((await get('/api/users/me', ended)).status, 200)
    await merged(survivor, mergedPatient)
    assert.equal((await get('/api/users/me', kept)).status, 200)
    await eventually(async () => (await get('/api/users/me', ended)).status === 401, 'the session ends')
    const { rows } = await owner.query('select id from logins where email = any($1)', [
      [survivor, mergedPatient].map(({ id }) => `${id}@test.example`),
    ])
    assert.equal(rows.length, 1, 'the address can be registered again')
    const sent = await owner.query(
      `select to_email from messages where template_code = 'LOGIN_ENDED' and tenant_id = $1 order by id desc`,
      [tenantId],
    )
    assert.equal(sent.rows[0].to_email, `${mergedPatient.id}@test.example`)
  })

  test('stops the clients of the login that was not chosen, until the owner of the other one allows them', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    await merged(survivor, mergedPatient)
    assert.equal((await get('/api/users/me', survivor)).status, 200)
    await eventually(
      async () => (await get('/api/users/me', mergedPatient)).status === 403,
      'its client can no longer act',
    )
    const grant = {
      grant_type: 'client_credentials',
      client_id: mergedPatient.clientId,
      client_secret: mergedPatient.secret,
    }
    const { access_token: token } = (await call('POST', '/api/auth/token', { body: grant })).body
    assert.equal((await get(`/api/patients/${survivor.id}`, { ...mergedPatient, token })).status, 403)
    const session = await newSession(platform, survivor)
    const path = `/api/users/me/clients/${mergedPatient.clientId}/acting`
    assert.equal((await call('POST', path, { token: session.token })).status, 200)
    await eventually(
      async () => (await get(`/api/patients/${survivor.id}`, { ...mergedPatient, token })).status === 200,
      'it acts',
    )
  })

  test('has a preview with the guardians, professionals and clients that would get access to both records', async () => {
    const [survivor, mergedPatient, carer, both] = [
      await newPatient(),
      await newPatient(),
      await newPatient(),
      await newPatient(),
    ]
    for (const [guardian, dependant] of [
      [carer, mergedPatient],
      [both, mergedPatient],
      [both, survivor],
      [survivor, mergedPatient],
    ] as const) {
      const body = { guardianId: guardian.id, dependantId: dependant.id, kind: 'CARER' }
      assert.equal((await call('POST', '/api/guardianships', { token: admin.token, body })).status, 201)
    }
    const former = { guardianId: (await newPatient()).id, dependantId: mergedPatient.id, kind: 'CARER' }
    const { guardianship } = (await call('POST', '/api/guardianships', { token: admin.token, body: former })).body
    await call('DELETE', `/api/guardianships/${guardianship.id}`, { token: admin.token })
    await book(platform, mergedPatient, doctor, mergedPatient, 2000)
    for (const patient of [survivor, mergedPatient])
      await book(platform, patient, clinic.dentist, patient, patient === survivor ? 2001 : 2002)
    const treats = (
      professionalId: string,
      patientId: string,
      basis: string,
      days = 1,
      endedBy: string | null = null,
    ) =>
      owner.query(
        `insert into care_relationships
           (tenant_id, professional_id, patient_id, source_id, basis, until, reason, ended_at, ended_by)
         values ($1, $2, $3, $4, $4, app_now() + $5 * interval '1 day', case $4 when 'EMERGENCY' then 'Urgence' end,
           case when $6::text is not null then app_now() end, $6)`,
        [tenantId, professionalId, patientId, basis, days, endedBy],
      )
    const newDoctor = async () => (await newPerson(platform, tenantId, 'DOCTOR')).id
    await treats(doctor.id, survivor.id, 'EMERGENCY')
    const visiting = await newDoctor()
    await treats(visiting, mergedPatient.id, 'VISITED')
    await treats(visiting, carer.id, 'REGISTERED') // another patient
    await treats(await newDoctor(), mergedPatient.id, 'VISITED', -1)
    await treats(await newDoctor(), mergedPatient.id, 'CONSENTED', 1, mergedPatient.id)
    await treats(await newDoctor(), mergedPatient.id, 'EMERGENCY')
    await treats(await newDoctor(), mergedPatient.id, 'REGISTERED')
    const { gaining } = (await get(`/api/patients/${survivor.id}/merge-preview/${mergedPatient.id}`)).body.preview
    const ids = (rows: { id: string; patientId: string }[]) => rows.map(({ id, patientId }) => [id, patientId])
    assert.deepEqual(ids(gaining.guardians), [[carer.id, mergedPatient.id]])
    assert.deepEqual(
      ids(gaining.professionals),
      [doctor.id, visiting].sort().map((id) => [id, mergedPatient.id]),
    )
    assert.deepEqual(ids(gaining.clients), [survivor, mergedPatient].map(({ id, clientId }) => [clientId, id]).sort())
    assert.ok(gaining.guardians[0].name)
    await owner.query('update clients set disabled_at = now() where id = $1', [mergedPatient.clientId])
    const again = await get(`/api/patients/${survivor.id}/merge-preview/${mergedPatient.id}`)
    assert.deepEqual(ids(again.body.preview.gaining.clients), [[survivor.clientId, survivor.id]], 'no disabled client')
    await owner.query('update clients set acting_allowed_at = null where id = $1', [survivor.clientId])
    const last = await get(`/api/patients/${survivor.id}/merge-preview/${mergedPatient.id}`)
    assert.deepEqual(last.body.preview.gaining.clients, [], 'no client that may not act')
  })

  test('gives the login and address of the other record to a record without a login', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    await owner.query('update users set login_id = null, email = null, email_confirmed_at = null where id = $1', [
      survivor.id,
    ])
    await prove(platform, mergedPatient, survivor)
    await merged(survivor, mergedPatient, { loginOf: mergedPatient.id })
    const { rows } = await owner.query(
      'select u.email, l.email as login from users u join logins l on l.id = u.login_id where u.id = $1',
      [survivor.id],
    )
    assert.deepEqual(rows, [{ email: `${mergedPatient.id}@test.example`, login: `${mergedPatient.id}@test.example` }])
  })

  test('keeps the last answer to each consent, and both histories', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    const consent = (caller: Person, consents: string[]) =>
      put(`/api/patients/${caller.id}/consents`, { consents }, caller)
    await consent(mergedPatient, ['DATA_SHARING', 'RECORDING'])
    await consent(survivor, ['MARKETING', 'RECORDING'])
    await consent(mergedPatient, ['DATA_SHARING'])
    const answer = await merged(survivor, mergedPatient)
    const { consents } = (await get(`/api/patients/${survivor.id}/consents`)).body
    const granted = consents.filter((one: { granted: boolean }) => one.granted).map((one: { name: string }) => one.name)
    assert.deepEqual(granted.toSorted(), ['DATA_SHARING', 'MARKETING'])
    assert.equal(answer.body.merge.replaced[mergedPatient.id].consents.length, 3)
    const listed = (await get('/api/patients?consent=DATA_SHARING')).body.patients
    assert.deepEqual(
      listed.map(({ id }: { id: string }) => id),
      [survivor.id],
    )
  })

  test('leaves one enrolment in a campaign, which is stopped if either was stopped', async () => {
    await writeTemplates(platform, admin)
    const { campaign, enrol, stop, recipient, enrolmentOf } = marketing(platform, admin)
    const id = await campaign(admin, [{ delayHours: 0, templateCode: 'WELCOME' }])
    const [survivor, mergedPatient] = [await recipient(tenantId), await recipient(tenantId)]
    assert.ok((await enrol(admin, id, { patientIds: [survivor.id, mergedPatient.id] })).status < 300)
    await stop((await enrolmentOf(id, mergedPatient)).id)
    await merged(survivor, mergedPatient)
    assert.equal((await enrolmentOf(id, survivor)).state, 'STOPPED')
    assert.equal((await enrolmentOf(id, mergedPatient)).id, (await enrolmentOf(id, survivor)).id)
  })

  test('keeps one relationship, in force, if both records had one with the same professional', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    for (const caller of [survivor, mergedPatient]) {
      const answer = await put(`/api/patients/${caller.id}/relationships/${doctor.id}`, {}, caller)
      assert.equal(answer.status, 200, answer.text)
    }
    await merged(survivor, mergedPatient)
    assert.equal((await get(`/api/patients/${mergedPatient.id}`, doctor)).body.patient.id, survivor.id)
    const { relationships } = (await get(`/api/patients/${survivor.id}/relationships`)).body
    assert.equal(relationships.length, 1)
  })

  test('counts a patient once in a list that names both ids', async () => {
    await writeTemplates(platform, admin)
    const { campaign, enrol, recipient } = marketing(platform, admin)
    const id = await campaign(admin, [{ delayHours: 0, templateCode: 'WELCOME' }])
    const [survivor, mergedPatient] = [await recipient(tenantId), await recipient(tenantId)]
    await merged(survivor, mergedPatient)
    const answer = await enrol(admin, id, { patientIds: [mergedPatient.id, survivor.id] })
    assert.ok(answer.status < 300, answer.text)
    const { enrolments } = (await get(`/api/campaigns/${id}/enrolments`)).body
    assert.equal(enrolments.length, 1)
  })

  test('moves overlapping appointments of both records', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    const one = await book(platform, survivor, doctor, survivor, 1100)
    const other = await book(platform, mergedPatient, clinic.dentist, mergedPatient, 1100)
    await merged(survivor, mergedPatient)
    assert.deepEqual([await patientOf(one.id), await patientOf(other.id)], [survivor.id, survivor.id])
  })

  test('leaves the signature of a prescription valid', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    const { id, signature } = await prescribe(platform, doctor, mergedPatient)
    await merged(survivor, mergedPatient)
    const answer = await get(`/api/prescriptions/${id}/signature`, survivor)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual([answer.body.signature.valid, answer.body.signature.digest], [true, signature])
    assert.ok(answer.body.signature.canonical.includes(mergedPatient.id), 'the record at the time of signing')
    assert.equal((await get(`/api/prescriptions/${id}`)).body.prescription.patientId, survivor.id)
  })

  test('does not change a signed document', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    const { id: prescriptionId } = await prescribe(platform, doctor, mergedPatient)
    const created = await call('POST', '/api/pdf/generate', {
      token: doctor.token,
      body: { templateId: 'prescription', data: { prescriptionId } },
    })
    assert.ok(created.status < 300, created.text)
    const { rows } = await owner.query('select id, content, pdf_sha256 from documents where prescription_id = $1', [
      prescriptionId,
    ])
    await merged(survivor, mergedPatient)
    const after = await owner.query('select id, content, pdf_sha256 from documents where prescription_id = $1', [
      prescriptionId,
    ])
    assert.deepEqual(after.rows, rows)
    const { documents } = (await get(`/api/documents?patientId=${mergedPatient.id}`)).body
    assert.deepEqual(
      documents.map((one: { id: string }) => one.id),
      [rows[0].id],
    )
  })

  test('is refused while one of the patients is in a consultation', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    const appointment = await book(platform, admin, doctor, mergedPatient, 0)
    const { host, guest } = await meet(call, doctor, mergedPatient, appointment.id)
    const refused = await merge(survivor, mergedPatient)
    assert.equal(refused.status, 409, refused.text)
    assert.deepEqual(refused.body.error.details, { appointmentId: appointment.id })
    guest.send({ type: 'leave' })
    host.send({ type: 'leave' })
    for (const side of [guest, host]) side.socket.close()
    await owner.query('update video_participants set left_at = now() where identity = $1', [mergedPatient.id])
    await merged(survivor, mergedPatient)
  })

  test('is refused while one of the patients is in a waiting room, but not for two hours after a server was killed', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    const { id } = await book(platform, admin, clinic.dentist, mergedPatient, 0.2)
    const guest = await arrive(call, mergedPatient, id)
    await guest.receives('waiting')
    assert.equal((await merge(survivor, mergedPatient)).status, 409)
    await owner.query(
      `update video_participants set waiting_since = now() - interval '121 minutes' where identity = $1`,
      [mergedPatient.id],
    )
    await merged(survivor, mergedPatient)
    guest.socket.close()
  })
})

describe('merges and concurrent calls', () => {
  /** Holds the lock on a user until `release`. */
  async function holdUser(id: string) {
    const holder = await owner.connect()
    await holder.query('begin')
    await holder.query('select from users where id = $1 for update', [id])
    return async () => {
      await holder.query('rollback')
      holder.release()
    }
  }
  const waiting = async (count: number) =>
    eventually(
      async () =>
        (
          await owner.query(`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`)
        ).rowCount! >= count,
      `${count} calls wait for the lock`,
    )

  test('a booking for a record that is being merged goes to the survivor', async () => {
    for (const mergeFirst of [true, false]) {
      const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
      const release = await holdUser(mergedPatient.id)
      const booked = () =>
        call('POST', '/api/appointments', {
          token: admin.token,
          body: booking(platform, doctor, mergedPatient, mergeFirst ? 1200 : 1201),
        })
      const [first, second] = mergeFirst
        ? [() => merge(survivor, mergedPatient), booked]
        : [booked, () => merge(survivor, mergedPatient)]
      const one = first()
      await waiting(1)
      const two = second()
      await waiting(2)
      await release()
      const [mergeAnswer, bookAnswer] = mergeFirst ? [await one, await two] : [await two, await one]
      assert.equal(mergeAnswer.status, 200, mergeAnswer.text)
      assert.equal(bookAnswer.status, 201, bookAnswer.text)
      assert.equal(await patientOf(bookAnswer.body.appointment.id), survivor.id)
    }
  })

  test('two opposite merges: one succeeds and the other is refused', async () => {
    const [one, other] = [await newPatient(), await newPatient()]
    const release = await holdUser([one.id, other.id].toSorted()[0]!)
    const answers = [merge(one, other), merge(other, one)]
    await waiting(2)
    await release()
    const statuses = (await Promise.all(answers)).map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [200, 409])
    const { patient } = (await get(`/api/patients/${one.id}`)).body
    assert.equal((await get(`/api/patients/${other.id}`)).body.patient.id, patient.id)
  })

  test('all ids of a chain of merges refer to the last survivor', async () => {
    const [a, b, c] = [await newPatient(), await newPatient(), await newPatient()]
    const appointment = await book(platform, a, doctor, a, 1300)
    await merged(b, a, { loginOf: a.id })
    await merged(c, b, { loginOf: b.id })
    for (const { id } of [a, b, c]) assert.equal((await get(`/api/patients/${id}`)).body.patient.id, c.id)
    assert.equal(await patientOf(appointment.id), c.id)
    assert.equal((await get('/api/users/me', a)).body.id, c.id, 'a client of the first record acts as the last')
    const { merges } = (await get(`/api/patients/${a.id}/merges`)).body
    assert.deepEqual(
      merges.map(({ id }: { id: string }) => id),
      [b.id, a.id],
    )
  })

  test('another server learns of a merge within a second, and loses no booking until then', async () => {
    const other = await startPlatform({ PUBLIC_URL: platform.url }, platform.ownerUrl)
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    const readOnOther = (path: string) => other.call('GET', path, { token: admin.token })
    assert.equal((await readOnOther(`/api/patients/${mergedPatient.id}`)).body.patient.id, mergedPatient.id)
    await merged(survivor, mergedPatient)
    const early = await other.call('POST', '/api/appointments', {
      token: admin.token,
      body: booking(platform, doctor, mergedPatient, 1400),
    })
    if (early.status === 201)
      assert.equal(early.body.appointment.patientId ?? (await patientOf(early.body.appointment.id)), survivor.id)
    else assert.equal(early.status, 422, early.text)
    await eventually(
      async () => (await readOnOther(`/api/patients/${mergedPatient.id}`)).body.patient?.id === survivor.id,
      'the other server knows',
    )
    await other.stop()
  })
})

describe('integrations that stored the old id', () => {
  test('read the events of both records, from before and after the merge, with the client of the old record', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    const before = await book(platform, mergedPatient, doctor, mergedPatient, 1500)
    await merged(survivor, mergedPatient, { loginOf: mergedPatient.id })
    const after = await book(platform, admin, doctor, mergedPatient, 1501)
    const { events } = (await get('/api/events?event=appointment.created', mergedPatient)).body
    assert.deepEqual(
      events.map(({ data }: { data: { appointmentId: string } }) => data.appointmentId),
      [after.id, before.id],
    )
    assert.equal(events[0].data.patientId, survivor.id)
    const { rows } = await owner.query(
      `select patient_ids from audit_log where tenant_id = $1 and operation = 'listEvents' order by id desc limit 1`,
      [tenantId],
    )
    assert.deepEqual(rows[0].patient_ids, [survivor.id], 'the read is audited with the survivor')
  })

  test('receive the events of the survivor, and can resend deliveries of the old record', async () => {
    const [survivor, mergedPatient] = [await newPatient(), await newPatient()]
    const hook = await call('POST', '/api/webhooks', {
      token: mergedPatient.token,
      body: { url: 'http://127.0.0.1:1024/hook' },
    })
    assert.equal(hook.status, 201, hook.text)
    const before = await book(platform, mergedPatient, doctor, mergedPatient, 1600)
    await merged(survivor, mergedPatient, { loginOf: mergedPatient.id })
    const after = await book(platform, mergedPatient, doctor, survivor, 1601)
    const { rows } = await owner.query(
      `select e.subject_id from webhook_deliveries d join events e on e.tenant_id = d.tenant_id and e.id = d.event_id
       where d.endpoint_id = $1 and e.kind = 'appointment.created' order by e.seq`,
      [hook.body.webhook.id],
    )
    assert.deepEqual(
      rows.map(({ subject_id }) => subject_id),
      [before.id, after.id],
    )
    const { deliveries } = (await get(`/api/webhooks/${hook.body.webhook.id}/deliveries`, mergedPatient)).body
    const earlier = deliveries.at(-1)
    await owner.query(
      `update webhook_deliveries set state = 'FAILED', lease = null, lease_until = null, owner = null, finished_at = now() where endpoint_id = $1`,
      [hook.body.webhook.id],
    )
    const resent = await call('POST', `/api/webhooks/deliveries/${earlier.id}/resend`, { token: mergedPatient.token })
    assert.ok(resent.status < 300, resent.text)
  })
})
