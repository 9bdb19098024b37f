import { newId } from '../lib/ids.ts'
import type { Answer } from '../testing/harness.ts'
import { propose } from '../testing/practice.ts'
import { nobody, type Path, startTelling } from './telling-testing.ts'

/** What people are told of follow-ups, on every path that tells them something, and on those that do not. */
const { doctor, follow, nameOf, owner, patient, platform, post, report, slotOf, tellingOf } = await startTelling()

/** A follow-up that is accepted, which books what was proposed: who hears of it is as for any booking. */
const accepted =
  (act: (id: string) => Promise<Answer>): Path =>
  async () => {
    const times = slotOf()
    const id = await propose(platform, doctor, patient, times)
    let booked = ''
    const { toPatient, toDoctor } = tellingOf(() => booked, times.startTime)
    return {
      async act() {
        const answer = await act(id)
        const sql = 'select appointment_id from follow_ups where id = $1'
        booked = (await owner.query(sql, [id])).rows[0].appointment_id
        return answer
      },
      told: () => [toPatient('APPOINTMENT_CREATED'), toDoctor('APPOINTMENT_CREATED')],
    }
  }

const proposed =
  (more: { startTime?: string; endTime?: string }): Path =>
  async () => {
    const [body, key] = [{ doctorId: doctor.id, patientId: patient.id, ...more }, newId('req')]
    const { startTime } = more
    return {
      act: () => post(doctor, '/api/follow-ups', body, key),
      told: ({ body: { followUp } }) => [
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
  'a follow-up is proposed, the patient is told': proposed({}),
  'a follow-up is proposed for a time, the patient is told when': proposed(slotOf()),
  'a patient accepts a follow-up, both are told of the appointment': accepted((id) =>
    post(patient, `/api/follow-ups/${id}/accept`, {}),
  ),
  'the patients’ application accepts a follow-up, both are told of the appointment': accepted((followUpId) =>
    report('follow-up-accepted', { followUpId }),
  ),
  'a follow-up without a time is accepted, nobody is told': async () => {
    const id = await propose(platform, doctor, patient)
    return { act: () => post(patient, `/api/follow-ups/${id}/accept`, {}), told: nobody }
  },
  'a follow-up is declined, nobody is told': async () => {
    const id = await propose(platform, doctor, patient)
    return { act: () => post(patient, `/api/follow-ups/${id}/decline`, {}), told: nobody }
  },
}
follow(paths)
