import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, newPerson, type Person } from '../../../../../testing/factories.ts'
import { newFolder, pathsOf, startPlatform } from '../../../../../testing/harness.ts'
import { newPractice, openFile } from '../../../../../testing/practice.ts'
import { StorageError } from '../../../../providers/storage/index.ts'
import { arrive, meet, tokenFor } from '../room-testing.ts'

/** Files that are shared in a room: who shares and opens them there, and who reads them afterwards. */
const platform = await startPlatform({ STORAGE_URL: `file://${await newFolder()}` })
const { call, owner, services } = platform
const { tenantId, admin, doctor, dentist, patient, pharmacist } = await newPractice(platform)
const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')

const PDF = Buffer.from('%PDF-1.7\nLDL 1.31 g/L\n%%EOF\n')
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
const file = (bytes: Buffer = PDF, name = 'Bilan.pdf') => ({ name, content: bytes.toString('base64') })

let hours = 30
/** A consultation that is under way, with the tokens of both. */
async function newCall(person: Person = patient) {
  const { id, videoRoomId: roomId } = await book(platform, admin, doctor, person, hours++)
  const sides = await meet(call, doctor, person, id)
  const [ofDoctor, ofPatient] = [await tokenFor(call, doctor, id), await tokenFor(call, person, id)]
  return { id, roomId, person, ...sides, ofDoctor: ofDoctor.token, ofPatient: ofPatient.token }
}
const share = (roomId: string, token: string, body: object = file()) =>
  call('POST', `/video/rooms/${roomId}/files`, { token, body })
const open = (roomId: string, token: string, id: string) => call('GET', `/video/rooms/${roomId}/files/${id}`, { token })
const list = (caller: Person, id: string) => call('GET', `/api/appointments/${id}/files`, { token: caller.token })
const read = (caller: Person, id: string, fileId: string) =>
  call('GET', `/api/appointments/${id}/files/${fileId}`, { token: caller.token })

describe('a file that is shared in a room', () => {
  test('is opened by the others there, and stays with the appointment', async () => {
    const { id, roomId, host, ofDoctor, ofPatient } = await newCall()
    const answer = await share(roomId, ofPatient, file(PNG, 'Peau.png'))
    assert.equal(answer.status, 201, answer.text)
    const { id: fileId, createdAt, sharedBy, sha256, ...rest } = answer.body.file
    assert.deepEqual(rest, { appointmentId: id, name: 'Peau.png', type: 'image/png', size: PNG.length })
    const opened = await open(roomId, ofDoctor, fileId)
    assert.equal(opened.status, 200, opened.text)
    assert.deepEqual(Buffer.from(await (await fetch(opened.body.file.url)).arrayBuffer()), PNG)
    host.send({ type: 'end' })
    await host.receives('ended')
    assert.equal((await open(roomId, ofDoctor, fileId)).status, 403, 'the room is closed')
    assert.equal((await share(roomId, ofPatient)).status, 403)
    for (const reader of [doctor, patient]) {
      const { body } = await list(reader, id)
      assert.deepEqual(body.files, [{ id: fileId, createdAt, sharedBy, sha256, ...rest }])
      const found = await read(reader, id, fileId)
      assert.equal((await fetch(found.body.file.url)).status, 200)
    }
    for (const other of [dentist, pharmacist, admin, await newPerson(platform, tenantId, 'PATIENT')]) {
      assert.equal((await list(other, id)).status >= 403, true)
      assert.equal((await read(other, id, fileId)).status >= 403, true)
    }
    assert.equal((await list(desk, id)).status, 403)
    await openFile(platform, admin, patient)
    assert.equal((await list(admin, id)).body.files.length, 1)
  })

  test('is one of several, of this appointment alone, once its upload has ended', async () => {
    const [one, other] = [await newCall(), await newCall(await newPerson(platform, tenantId, 'PATIENT'))]
    const names = ['Un.pdf', 'Deux.pdf']
    const ids: string[] = []
    for (const name of names) ids.push((await share(one.roomId, one.ofPatient, file(PDF, name))).body.file.id)
    const elsewhere = (await share(other.roomId, other.ofPatient, file(PDF, 'Ailleurs.pdf'))).body.file.id
    for (const [n, id] of ids.entries())
      assert.equal((await open(one.roomId, one.ofDoctor, id)).body.file.name, names[n])
    assert.equal((await open(one.roomId, one.ofDoctor, elsewhere)).status, 404)
    const namesOf = async (id: string) => (await list(doctor, id)).body.files.map(({ name }: { name: string }) => name)
    assert.deepEqual(await namesOf(one.id), names)
    assert.deepEqual(await namesOf(other.id), ['Ailleurs.pdf'])
    assert.equal((await read(doctor, one.id, elsewhere)).status, 404)
    assert.equal((await list(other.person, one.id)).status, 404, 'a patient with another appointment')

    await owner.query('update visit_files set ready_at = null where id = $1', [ids[1]])
    assert.equal((await open(one.roomId, one.ofDoctor, ids[1]!)).status, 404)
    assert.equal((await read(doctor, one.id, ids[1]!)).status, 404)
    assert.deepEqual(await namesOf(one.id), ['Un.pdf'])

    assert.equal((await call('DELETE', `/api/appointments/${one.id}`, { token: admin.token })).status, 200)
    assert.equal((await list(doctor, one.id)).status, 404)
    assert.equal((await read(doctor, one.id, ids[0]!)).status, 404)
  })

  test('is in the audit log, with who shared and opened it', async () => {
    const { roomId, ofDoctor, ofPatient } = await newCall()
    const { id } = (await share(roomId, ofPatient)).body.file
    await open(roomId, ofDoctor, id)
    const { rows } = await owner.query(
      `select operation, user_id, patient_ids from audit_log where subject_id = $1 order by id`,
      [id],
    )
    assert.deepEqual(rows, [
      { operation: 'shareFileInRoom', user_id: patient.id, patient_ids: [patient.id] },
      { operation: 'openFileInRoom', user_id: doctor.id, patient_ids: [patient.id] },
    ])
  })

  test('is fetched with an audit row of its own patient', async () => {
    const other = await newPerson(platform, tenantId, 'PATIENT')
    for (const { roomId, ofPatient, person } of [await newCall(other), await newCall(), await newCall(other)]) {
      const { id } = (await share(roomId, ofPatient)).body.file
      const { url } = (await open(roomId, ofPatient, id)).body.file
      assert.equal((await fetch(url)).status, 200)
      const { rows } = await owner.query(
        `select patient_ids from audit_log where operation = 'fetchFile' and subject_id = $1`,
        [id],
      )
      assert.deepEqual(rows, [{ patient_ids: [person.id] }])
    }
  })

  test('is not shared by an observer, nor without a body', async () => {
    const { id, roomId, host, ofPatient } = await newCall()
    await openFile(platform, admin, patient)
    const observer = await arrive(call, admin, id)
    await observer.receives('waiting')
    host.send({ type: 'admit', peerId: admin.id })
    await observer.receives('joined')
    const { token } = await tokenFor(call, admin, id)
    assert.equal((await share(roomId, token)).status, 403)
    assert.equal((await call('POST', `/video/rooms/${roomId}/files`, { token: ofPatient })).status, 400)
    assert.deepEqual((await list(doctor, id)).body.files, [])
  })

  test('needs a participant who is in the room, whose token may have expired', async () => {
    const { id, roomId, guest, ofPatient } = await newCall()
    const other = await newCall()
    assert.equal((await share(roomId, 'x')).status, 401)
    assert.equal((await share(roomId, other.ofPatient)).status, 401, 'of another room')
    await platform.advance(20 * 60)
    assert.equal((await share(roomId, ofPatient)).status, 201)
    guest.send({ type: 'leave' })
    await guest.closed
    assert.equal((await share(roomId, ofPatient)).status, 403, 'after leaving')
    const back = await arrive(call, patient, id)
    await back.receives('joined')
    assert.equal((await share(roomId, ofPatient)).status, 201)
  })

  test('is not shared from the waiting room, and not opened by another room', async () => {
    const { id, videoRoomId } = await book(platform, admin, doctor, patient, hours++)
    const waiting = await arrive(call, patient, id)
    await waiting.receives('waiting')
    const { token } = await tokenFor(call, patient, id)
    assert.equal((await share(videoRoomId, token)).status, 403)
    const first = await newCall()
    const { id: fileId } = (await share(first.roomId, first.ofPatient)).body.file
    const second = await newCall()
    assert.equal((await open(second.roomId, second.ofPatient, fileId)).status, 404)
    assert.equal((await read(patient, second.id, fileId)).status, 404)
  })

  test('is a PDF, JPEG or PNG of at most 10 MB with a name of that kind', async () => {
    const { roomId, ofPatient } = await newCall()
    for (const [body, field] of [
      [file(Buffer.from('<svg/>'), 'x.svg'), 'content'],
      [file(PDF, 'x.png'), 'name'],
      [file(PDF, '../x.pdf'), 'name'],
      [{ name: 'x.pdf' }, 'content'],
      [{ ...file(), more: 1 }, 'more'],
    ] as const) {
      const answer = await share(roomId, ofPatient, body)
      assert.equal(answer.status, 422, answer.text)
      assert.deepEqual(pathsOf(answer), [field])
    }
    const largest = Buffer.concat([PDF, Buffer.alloc(10_000_000 - PDF.length)])
    assert.equal((await share(roomId, ofPatient, file(largest))).status, 201)
    const larger = Buffer.concat([largest, Buffer.alloc(1)])
    assert.equal((await share(roomId, ofPatient, file(larger))).status, 422)
    assert.equal((await share(roomId, ofPatient, file(Buffer.alloc(11_000_000)))).status, 413)
  })

  test('is one of at most 20, without interrupted uploads', async () => {
    const { id, roomId, ofPatient } = await newCall()
    await owner.query(
      `insert into visit_files (tenant_id, id, appointment_id, name, type, size, sha256, object_key, shared_by_name, ready_at, created_at)
       select $1, 'vfl_' || $2::text || n, $3, 'x.pdf', 'application/pdf', 1, repeat('0', 64), $1 || '/vfl_' || n || '/fichier.pdf',
         'x', case when n > 1 then now() end, app_now() - interval '2 hours'
       from generate_series(1, 20) n`,
      [tenantId, id.slice(4), id],
    )
    assert.equal((await share(roomId, ofPatient)).status, 201, 'the interrupted one is discarded')
    const { rows } = await owner.query('select from visit_files where appointment_id = $1 and ready_at is null', [id])
    assert.equal(rows.length, 0)
    const refused = await share(roomId, ofPatient)
    assert.equal(refused.status, 409, refused.text)
    assert.equal((await list(patient, id)).body.files.length, 20)
  })

  test('leaves nothing behind if the storage is unavailable', async (t) => {
    const { id, roomId, ofPatient } = await newCall()
    const { put } = services.storage
    services.storage.put = () => Promise.reject(new StorageError('The storage is down.'))
    t.after(() => {
      services.storage.put = put
    })
    assert.equal((await share(roomId, ofPatient)).status, 502)
    assert.deepEqual((await list(patient, id)).body.files, [])
  })
})
