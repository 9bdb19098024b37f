import { meet, tokenFor } from '../../src/features/care/video/room-testing.ts'
import { localDay } from '../../src/lib/moroccan-time.ts'
import { eventually } from '../eventually.ts'
import { booking } from '../factories.ts'
import { bookCompletedConsultation, labFile, propose, review } from '../practice.ts'
import type { Samples, Scene } from './scene.ts'

/** Appointments, guests, reviews and follow-ups. */
export function appointmentSamples({ platform, world, admin, doctor, patient, nextHour, appointment }: Scene): Samples {
  const reviewed = async () => {
    const id = await bookCompletedConsultation(platform, doctor, patient)
    await review(platform, patient, id, 4, `Comment: ${world.canary}`)
    return id
  }
  const guest = async () => {
    const { id } = await appointment()
    const body = { name: `Guest ${world.canary}`, kind: 'FAMILY' }
    const answer = await platform.call('POST', `/api/appointments/${id}/guests`, { token: doctor.token, body })
    return { appointmentId: id, id: answer.body.guest.id as string }
  }
  /** An appointment with a file that the patient shared in the room. */
  const filed = async () => {
    const { id, videoRoomId } = await appointment()
    const { host, guest } = await meet(platform.call, doctor, patient, id)
    const { token } = await tokenFor(platform.call, patient, id)
    const body = labFile(`File ${world.canary}.pdf`)
    const answer = await platform.call('POST', `/video/rooms/${videoRoomId}/files`, { token, body })
    if (answer.status !== 201) throw new Error(`Not shared: ${answer.text}`)
    for (const side of [guest, host]) side.send({ type: 'leave' })
    // Otherwise the room would be changed in the middle of another test.
    const present = 'select from video_participants where room_id = $1 and left_at is null'
    await eventually(async () => (await platform.owner.query(present, [videoRoomId])).rowCount === 0)
    return { id, path: `${id}/${answer.body.file.id}` }
  }
  /** Two appointments in years that have no other appointments. */
  const seriesRequest = () => ({
    ...booking(platform, doctor, patient, 200_000 + nextHour()),
    repeat: { frequency: 'MONTHLY', interval: 12, count: 2 },
    onConflict: 'SKIP',
  })
  const series = async () => {
    const answer = await platform.call('POST', '/api/series', { token: admin.token, body: seriesRequest() })
    if (answer.status !== 201) throw new Error(`Not booked: ${answer.text}`)
    return answer.body.series.id as string
  }
  const followUp = () => propose(platform, doctor, patient, { reason: `Reason: ${world.canary}` })

  /** Moves an appointment to a day without others. @returns the day */
  const onDayOfItsOwn = async (id: string): Promise<string> => {
    const { rows } = await platform.owner.query<{ start_time: Date }>(
      `update appointments
       set start_time = latest.at + interval '1 day', end_time = latest.at + interval '1 day 10 minutes'
       from (
         select greatest(max(start_time), now() + interval '10 years') as at
         from appointments
         where tenant_id = $1
       ) latest
       where id = $2
       returning start_time`,
      [world.tenantId, id],
    )
    return localDay(rows[0]!.start_time)
  }

  return {
    listAppointments: async () => {
      await appointment()
      return { caller: patient, query: `status=SCHEDULED&patientId=${patient.id}`, visibleTo: ['RECEPTIONIST'] }
    },
    listMissedAppointments: async () => {
      const { id } = await appointment()
      await platform.owner.query(
        `update appointments
         set start_time = start_time - interval '1 year', end_time = end_time - interval '1 year'
         where id = $1`,
        [id],
      )
      return { caller: doctor, visibleText: id }
    },
    readAppointmentStatistics: async () => {
      const day = await onDayOfItsOwn((await appointment()).id)
      return { caller: doctor, query: `from=${day}&to=${day}`, visibleText: '"total":1' }
    },
    listActiveRooms: async () => {
      const { id } = await appointment()
      await platform.owner.query(
        `with near as (
           update appointments
           set start_time = app_now() - interval '1 minute' * (select count(*) + 1 from video_participants),
             end_time = app_now() - interval '1 minute' * (select count(*) + 1 from video_participants) + interval '30 seconds'
           where id = $1
           returning tenant_id, video_room_id, patient_id)
         insert into video_participants (tenant_id, room_id, identity, role, name, standing, revision)
         select tenant_id, video_room_id, patient_id, 'patient', $2, 'WAITING', 1
         from near`,
        [id, world.canary],
      )
      return { caller: doctor, visibleText: id, visibleTo: ['RECEPTIONIST'] }
    },
    bookAppointment: () => ({
      caller: doctor,
      body: booking(platform, doctor, patient, nextHour()),
      visibleTo: ['RECEPTIONIST'],
    }),
    readAppointment: async () => ({ caller: doctor, id: (await appointment()).id, visibleTo: ['RECEPTIONIST'] }),
    updateAppointment: async () => ({
      caller: patient,
      id: (await appointment()).id,
      body: { status: 'CANCELLED' },
      visibleTo: ['RECEPTIONIST'],
    }),
    cancelAppointment: async () => ({ caller: patient, id: (await appointment()).id, visibleTo: ['RECEPTIONIST'] }),
    listAppointmentMoves: async () => {
      const { id } = await appointment()
      const { startTime, endTime } = booking(platform, doctor, patient, nextHour())
      const path = `/api/appointments/${id}`
      const answer = await platform.call('PUT', path, { token: admin.token, body: { startTime, endTime } })
      if (answer.status !== 200) throw new Error(`Not moved: ${answer.text}`)
      return { caller: doctor, id, visibleTo: ['RECEPTIONIST'] }
    },
    listVisitFiles: async () => ({ caller: patient, id: (await filed()).id }),
    readVisitFile: async () => ({ caller: doctor, id: (await filed()).path }),
    createSeries: () => ({ caller: doctor, body: seriesRequest(), visibleTo: ['RECEPTIONIST'] }),
    readSeries: async () => ({ caller: patient, id: await series(), visibleTo: ['RECEPTIONIST'] }),
    updateSeries: async () => ({
      caller: doctor,
      id: await series(),
      body: { durationMin: 20, visitReason: 'Contrôle', onConflict: 'SKIP' },
      visibleTo: ['RECEPTIONIST'],
    }),
    cancelSeries: async () => ({ caller: doctor, id: await series(), visibleTo: ['RECEPTIONIST'] }),
    deleteAppointment: async () => ({ caller: admin, id: (await appointment()).id }),
    issueVideoToken: async () => ({
      caller: patient,
      body: { appointmentId: (await appointment()).id, identity: patient.id },
    }),
    createJoinLink: async () => ({ caller: patient, id: (await appointment()).id, body: {} }),
    revokeJoinLink: async () => ({ caller: patient, id: (await appointment()).id }),
    inviteGuest: async () => ({
      caller: doctor,
      id: (await appointment()).id,
      body: { name: 'Khadija Alaoui', kind: 'FAMILY' },
    }),
    listGuests: async () => ({ caller: doctor, id: (await guest()).appointmentId }),
    withdrawGuest: async () => {
      const { appointmentId, id } = await guest()
      return { caller: doctor, id: `${appointmentId}/${id}` }
    },
    listReviews: async () => {
      const visibleText = await reviewed()
      return { caller: doctor, query: `patientId=${patient.id}`, visibleText }
    },
    reviewAppointment: async () => ({
      caller: patient,
      id: await bookCompletedConsultation(platform, doctor, patient),
      body: { rating: 5, comment: `Comment: ${world.canary}` },
    }),
    readReview: async () => ({ caller: doctor, id: await reviewed() }),
    listFollowUps: async () => {
      await followUp()
      return { caller: patient, query: `status=PROPOSED&doctorId=${doctor.id}` }
    },
    proposeFollowUp: () => ({ caller: doctor, body: { doctorId: doctor.id, patientId: patient.id } }),
    readFollowUp: async () => ({ caller: doctor, id: await followUp() }),
    acceptFollowUp: async () => ({ caller: patient, id: await followUp(), body: {} }),
    declineFollowUp: async () => ({ caller: patient, id: await followUp() }),
    updateFollowUp: async () => ({ caller: doctor, id: await followUp(), body: { status: 'CANCELLED' } }),
    cancelFollowUp: async () => ({ caller: doctor, id: await followUp() }),
  }
}
