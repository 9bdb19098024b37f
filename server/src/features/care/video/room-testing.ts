import WebSocket from 'ws'
import { eventually, TIMEOUT_MS, withDeadline } from '../../../../testing/eventually.ts'
import type { Person } from '../../../../testing/factories.ts'
import type { Answer, Request } from '../../../../testing/harness.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read messages of every shape
type Message = { type: string; [field: string]: any }
type Call = (method: string, path: string, request?: Request) => Promise<Answer>

/** A page in a room, over a real socket, with the messages that it received. */
export type Side = Awaited<ReturnType<typeof join>>

export async function join(url: string, token: string, sid: string = crypto.randomUUID()) {
  const socket = new WebSocket(url)
  const received: Message[] = []
  let read = 0
  socket.on('message', (text) => received.push(JSON.parse(String(text))))
  socket.on('error', () => {}) // the server may be killed
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const send = (message: object) => socket.send(JSON.stringify(message))
  send({ type: 'join', v: 1, token, sid })
  return {
    socket,
    sid,
    received,
    /** The close code. Awaiting it has a time limit. */
    get closed() {
      return withDeadline(closed, TIMEOUT_MS, () => `the end of a page after ${JSON.stringify(received)}`)
    },
    send,
    /** The next message of a type; earlier ones are skipped. */
    async receives(type: string): Promise<Message> {
      let found = -1
      await eventually(() => {
        found = received.findIndex((message, at) => at >= read && message.type === type)
        return found >= 0
      }, `a message ${type}`)
      read = found + 1
      return received[found]!
    },
    /** Reports whether media flow between practitioner and patient. */
    media: (connected: boolean, forMs = 0) => send({ type: 'media', connected, forMs }),
  }
}

/** A join token for the room of an appointment, from the API. */
export async function tokenFor(
  call: Call,
  caller: Person,
  appointmentId: string,
): Promise<{ url: string; token: string }> {
  const body = { appointmentId, identity: caller.id }
  const answer = await call('POST', '/api/video/token', { token: caller.token, body })
  if (answer.status !== 200) throw new Error(`No token: ${answer.text}`)
  return answer.body
}

/** A page that has sent its join to an appointment's room. */
export async function arrive(call: Call, caller: Person, appointmentId: string, sid?: string): Promise<Side> {
  const { url, token } = await tokenFor(call, caller, appointmentId)
  return join(url, token, sid)
}

/** Practitioner and patient in the room, the patient admitted. */
export async function meet(call: Call, doctor: Person, patient: Person, appointmentId: string) {
  const host = await arrive(call, doctor, appointmentId)
  await host.receives('joined')
  const guest = await arrive(call, patient, appointmentId)
  await guest.receives('waiting')
  host.send({ type: 'admit', peerId: patient.id })
  await guest.receives('joined')
  return { host, guest }
}
