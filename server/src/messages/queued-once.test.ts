import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booking } from '../../testing/factories.ts'
import { newPractice, prescribe } from '../../testing/practice.ts'
import { startQueueTest } from './queue-testing.ts'

const { appointment, doctor, nextHour, owner, patient, platform, post, put, queued, queuedSince, report } =
  await startQueueTest()

const HOUR_MS = 3_600_000

test('twenty concurrent identical calls queue one message', async () => {
  const body = booking(platform, doctor, patient, nextHour())
  const before = await queued()
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(patient, '/api/appointments', body)))
  const id = answers.find(({ status }) => status === 201)?.body.appointment.id
  assert.equal((await queuedSince(before)).length, 2)

  const booked = await queued()
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? put(doctor, `/api/appointments/${id}`, { status: 'CONFIRMED' })
        : report('appointment-confirmed', { appointmentId: id }),
    ),
  )
  assert.deepEqual(
    (await queuedSince(booked)).map(({ template }) => template),
    ['APPOINTMENT_CONFIRMED'],
  )
})

test('a refused call queues no message', async () => {
  const one = await appointment()
  const other = await newPractice(platform)
  const { id: prescriptionId } = await prescribe(platform, doctor, patient)
  const before = await queued()
  const refused = [
    post(patient, '/api/appointments', {
      ...booking(platform, doctor, patient),
      startTime: one.startTime,
      endTime: new Date(Date.parse(one.startTime) + HOUR_MS),
    }),
    post(patient, '/api/appointments', booking(platform, doctor, other.patient, nextHour())),
    post(other.patient, '/api/appointments', booking(platform, doctor, patient, nextHour())),
    put(patient, `/api/appointments/${one.id}`, { status: 'CONFIRMED' }),
    put(other.admin, `/api/appointments/${one.id}`, { status: 'CANCELLED' }),
    post(patient, '/api/orders', { prescriptionId, pharmacyId: other.pharmacist.id }),
    post(patient, '/api/follow-ups', { doctorId: doctor.id, patientId: patient.id }),
  ]
  assert.deepEqual(
    (await Promise.all(refused)).map(({ status }) => status),
    [409, 403, 422, 403, 404, 422, 403],
  )
  assert.deepEqual(await queuedSince(before), [])
})

test('a rolled-back call queues no message', async () => {
  await owner.query(`
    create function refuse_audit() returns trigger language plpgsql as $$
    begin
      raise exception 'the disk is full';
    end $$;
    create trigger refuse_audit before insert on audit_log for each row execute function refuse_audit()`)
  const before = await queued()
  const answer = await post(patient, '/api/appointments', booking(platform, doctor, patient, nextHour()))
  await owner.query('drop trigger refuse_audit on audit_log')
  assert.equal(answer.status, 500)
  assert.deepEqual(await queuedSince(before), [])
})
