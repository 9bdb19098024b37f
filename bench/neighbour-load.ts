import { once } from 'node:events'
import { httpRequest, type LoadResult, load } from './load.ts'
import { slots } from './slots.ts'

/** The calls of a neighbour, on sixteen connections without a pause. */
export type Work = 'lists' | 'bookings' | 'documents'

export type Turn = {
  port: number
  work: Work
  authorization: string
  forMs: number
  doctors: string[]
  patientId: string
  /** Appointments of which documents are made, each once. */
  pastIds: string[]
  deepestPage: number
}

const CONNECTIONS = 16

let next: ReturnType<typeof slots> | undefined
let documents = 0

const requests: Record<Work, (turn: Turn) => string> = {
  lists: ({ authorization, deepestPage }) => {
    const page = Math.ceil((0.5 + 0.5 * Math.random()) * deepestPage)
    return httpRequest('GET', `/api/appointments?page=${page}&pageSize=100`, { authorization })
  },
  bookings: ({ authorization, doctors, patientId }) => {
    next ??= slots(doctors)
    const { doctorId, start, end } = next()
    return post('/api/appointments', authorization, { doctorId, patientId, startTime: start, endTime: end })
  },
  documents: ({ authorization, pastIds }) => {
    const data = { appointmentId: pastIds[documents++ % pastIds.length], language: 'fr' }
    return post('/api/pdf/generate', authorization, { templateId: 'attestation', data })
  },
}

const post = (path: string, authorization: string, body: object) =>
  httpRequest('POST', path, { authorization, 'content-type': 'application/json' }, JSON.stringify(body))

// A process of its own: its answers do not delay the measured calls of the parent.
for (;;) {
  const [turn] = (await once(process, 'message')) as [Turn] // sent by neighbour.ts only
  const measured: LoadResult = await load(turn.port, () => requests[turn.work](turn), CONNECTIONS, turn.forMs)
  process.send!(measured)
}
