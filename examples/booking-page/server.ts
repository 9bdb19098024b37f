import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
// Your own program imports from '@medina-care/client'.
import { ApiError, Conflict, Medina, NotFound } from '../../clients/javascript/src/index.ts'
import { page, visitPage } from './pages.ts'
import { freeTimes } from './times.ts'

/** A page on which a patient books a visit and joins it. Your own site has signed the patient in, and knows their id. */
const { env } = process
const url = env.MEDINA_URL ?? 'http://localhost:3000'
const patientId = env.PATIENT_ID ?? 'usr_sandbox_patient'
const medina = new Medina({
  url,
  clientId: env.MEDINA_CLIENT_ID ?? 'sandbox-admin',
  clientSecret: env.MEDINA_CLIENT_SECRET ?? 'sandbox-admin-secret',
  userAgent: 'booking-page/1.0',
  timeoutMs: 10_000,
  hooks: {
    onAnswer: ({ method, path, status, durationMs }) =>
      console.log(method, path, status, `${Math.round(durationMs)} ms`),
    onRetry: ({ method, path, waitMs }) => console.warn(method, path, `again in ${Math.round(waitMs)} ms`),
  },
})

type Reply = { status: number; html?: string; location?: string }

async function doctors(): Promise<Reply> {
  const found = await medina.directory.list({ pageSize: 50 }).all(50)
  return { status: 200, html: page.doctors(found) }
}

async function times(doctorId: string, status = 200): Promise<Reply> {
  // Each form has a key, so that pressing the button twice books once.
  return { status, html: page.times(doctorId, await freeTimes(medina, doctorId), randomUUID(), status === 409) }
}

async function book(form: URLSearchParams): Promise<Reply> {
  const [doctorId, start, key] = ['doctor', 'start', 'key'].map((name) => form.get(name) ?? '') as [
    string,
    string,
    string,
  ]
  const startTime = new Date(start)
  if (Number.isNaN(startTime.getTime()) || key === '') return { status: 400, html: page.message('Choose a time.') }
  const endTime = new Date(startTime.getTime() + 30 * 60_000)
  try {
    const visit = await medina.appointments.book({ doctorId, patientId, startTime, endTime }, { idempotencyKey: key })
    return { status: 303, location: `/visits/${visit.id}` }
  } catch (error) {
    // Another patient was faster: show the times that are still free.
    if (error instanceof Conflict) return times(doctorId, 409)
    throw error
  }
}

async function visit(id: string): Promise<Reply> {
  const found = await medina.appointments.get(id)
  // The client may read all visits of the organisation, but this patient only their own.
  if (found.patientId !== patientId) return { status: 404, html: page.message('There is no such visit.') }
  const { token } = await medina.video.issueToken({ appointmentId: id, identity: patientId })
  return { status: 200, html: visitPage(found, `${url}/room/${found.videoRoomId}#token=${token}`) }
}

async function reply(request: IncomingMessage): Promise<Reply> {
  const { pathname } = new URL(request.url ?? '/', 'http://page')
  const [, area, id] = pathname.split('/')
  if (request.method === 'POST' && pathname === '/book') return book(new URLSearchParams(await bodyOf(request)))
  if (request.method !== 'GET') return { status: 405, html: page.message('Method not allowed.') }
  if (pathname === '/') return doctors()
  if (area === 'doctors' && id) return times(id)
  if (area === 'visits' && id) return visit(id)
  return { status: 404, html: page.message('There is no such page.') }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk
    if (body.length > 10_000) throw new Error('Too long.')
  }
  return body
}

function errorReply(error: unknown): Reply {
  if (error instanceof NotFound) return { status: 404, html: page.message('There is no such page.') }
  // The request id is enough to find the reason.
  console.error(error instanceof ApiError ? `${error.code} ${error.requestId}` : error)
  return { status: 502, html: page.message('That did not work. Please try again.') }
}

const server = createServer(async (request, response) => {
  const { status, html, location } = await reply(request).catch(errorReply)
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    'referrer-policy': 'no-referrer',
    ...(location && { location }),
  })
  response.end(html)
})
server.listen(Number(env.PORT ?? 8080), '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`Open http://localhost:${address?.port}`)
})
