import type { Answer } from '../../testing/harness.ts'
import { consent, propose } from '../../testing/practice.ts'
import { newId } from '../lib/ids.ts'
import { noMessage, type Path, startQueueTest } from './queue-testing.ts'

/** The messages about follow-ups on every path, including paths without messages. */
const { doctor, follow, nameOf, owner, patient, platform, post, report, slotOf, messagesOf } = await startQueueTest()

/** An accepted follow-up books an appointment, with the messages of any booking. */
const accepted =
  (act: (id: string) => Promise<Answer>): Path =>
  async () => {
    const times = slotOf()
    const id = await propose(platform, doctor, patient, times)
    let booked = ''
    const { toPatient, toDoctor } = messagesOf(() => booked, times.startTime)
    return {
      async act() {
        const answer = await act(id)
        const sql = 'select appointment_id from follow_ups where id = $1'
        booked = (await owner.query(sql, [id])).rows[0].appointment_id
        return answer
      },
      expected: () => [toPatient('APPOINTMENT_CREATED'), toDoctor('APPOINTMENT_CREATED')],
    }
  }

const proposed =
  (more: { startTime?: string; endTime?: string }): Path =>
  async () => {
    await consent(platform, patient, doctor)
    const [body, key] = [{ doctorId: doctor.id, patientId: patient.id, ...more }, newId('req')]
    const { startTime } = more
    return {
      act: () => post(doctor, '/api/follow-ups', body, key),
      expected: ({ body: { followUp } }) => [
        {
          to: patient.id,
          template: 'FOLLOW_UP_PROPOSED',
          variables: { doctorName: nameOf(doctor), ...(startTime && { startTime }) },
          about: [followUp.id],
        },
      ],
    }
  }

const paths: Record<string, Path> = {
  'a follow-up is proposed: message to the patient': proposed({}),
  'a follow-up is proposed for a time: message to the patient with the time': proposed(slotOf()),
  'a patient accepts a follow-up: message to both': accepted((id) => post(patient, `/api/follow-ups/${id}/accept`, {})),
  'the patients’ application accepts a follow-up: message to both': accepted((followUpId) =>
    report('follow-up-accepted', { followUpId }),
  ),
  'a follow-up without a time is accepted: no message': async () => {
    const id = await propose(platform, doctor, patient)
    return { act: () => post(patient, `/api/follow-ups/${id}/accept`, {}), expected: noMessage }
  },
  'a follow-up is declined: no message': async () => {
    const id = await propose(platform, doctor, patient)
    return { act: () => post(patient, `/api/follow-ups/${id}/decline`, {}), expected: noMessage }
  },
}
follow(paths)
