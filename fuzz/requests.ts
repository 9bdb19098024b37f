import { allOperations } from '../server/src/app.ts'
import { codeIn } from '../server/src/features/people/codes/codes-testing.ts'
import { openSecrets } from '../server/src/messages/secrets.ts'
import { newPerson, newTenant, type Person } from '../server/testing/factories.ts'
import type { Platform } from '../server/testing/harness.ts'
import { pathOf } from '../server/testing/operation-path.ts'
import type { Sample, Samples } from '../server/testing/samples/scene.ts'

/** A request that succeeds for its caller. Headers with the value null are not sent. */
export type ValidRequest = {
  path: Record<string, string>
  query?: Record<string, string>
  body?: object
  headers?: Record<string, string | null>
}

/** The number of requests for writes, each of which needs a new record. */
const WRITES = 3

/** Valid requests of each operation of openapi.json, by method and path. */
export async function validRequests(
  platform: Platform,
  samples: Samples,
  { doctor }: { doctor: Person },
): Promise<Record<string, ValidRequest[]>> {
  const requests: Record<string, ValidRequest[]> = {}
  for (const { operation } of allOperations()) {
    const { method, path, name } = operation
    const times = method === 'GET' ? 1 : WRITES
    const made: ValidRequest[] = []
    for (let n = 0; n < times; n++) made.push(requestOf(path, await samples[name]!()))
    requests[`${method} ${path}`] = made
  }
  return { ...requests, ...(await otherRequests(platform, samples, doctor)) }
}

function requestOf(path: string, { id = '', query, body }: Sample): ValidRequest {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const parts = names.length > 1 ? id.split('/') : [id]
  return {
    path: Object.fromEntries(names.map((name, n) => [name, parts[n]!])),
    query: Object.fromEntries(new URLSearchParams(query)),
    ...(body && { body }),
  }
}

/** Requests of routes that are not operations: sign-in, hooks, links, files. */
async function otherRequests(platform: Platform, samples: Samples, doctor: Person) {
  const { url, call } = platform
  const json = (body: object): ValidRequest => ({ path: {}, body })
  const idOf = async (name: string) => (await samples[name]!()).id!
  /** The response of an operation to its sample. */
  const answerTo = async (name: string) => {
    const { operation } = allOperations().find((one) => one.operation.name === name)!
    const { id, body, caller } = await samples[name]!()
    const answer = await call(operation.method, pathOf(operation, { id }), { token: caller?.token, body })
    if (answer.status >= 300) throw new Error(`${name}: ${answer.text}`)
    return answer.body
  }
  const lastOf = (address: string) => address.split('/').at(-1)!

  const client = { client_id: doctor.clientId, client_secret: doctor.secret }
  const withoutBearer = { Authorization: null }
  const csrf = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const cookie = csrf.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const form = (body: object): ValidRequest => ({ path: {}, body, headers: { Cookie: cookie, ...withoutBearer } })

  const generated: { url: string; documentId: string } = await answerTo('generatePdf')
  const file = new URL(generated.url)
  const [tenant, subject, name] = file.pathname.split('/').slice(2).map(decodeURIComponent)
  const { rows } = await platform.owner.query<{ serial: string }>('select serial from documents where id = $1', [
    generated.documentId,
  ])
  const { handoverUrl } = await answerTo('handOverClient')
  const { guest } = await answerTo('inviteGuest')
  const { joinLink } = await answerTo('createJoinLink')
  const invitation = await invitationLink(platform, await answerTo('createInvitation'))

  return {
    'POST /api/auth/token': [{ ...json({ grant_type: 'client_credentials', ...client }), headers: withoutBearer }],
    'POST /api/auth/revoke': [{ ...json({ ...client, token: 'unknown' }), headers: withoutBearer }],
    'POST /api/auth/introspect': [{ ...json({ ...client, token: doctor.token }), headers: withoutBearer }],
    'POST /api/auth/callback/credentials': [
      form({ email: 'doctor@sandbox.example', password: 'sandbox-password', csrfToken }),
    ],
    'POST /api/auth/signin': [form({ csrfToken })],
    'POST /api/auth/signout': [form({ csrfToken })],
    'POST /access/{token}': [{ path: { token: lastOf(handoverUrl) } }],
    'POST /invitations/{token}': [{ path: { token: lastOf(invitation) }, body: { password: 'une phrase facile' } }],
    'POST /api/users/me/claims': [await claimElsewhere(platform)],
    'POST /api/video/guest-token': [json({ invitation: guest.url.split('#guest=')[1] })],
    'POST /api/video/link-token': [json({ link: lastOf(joinLink.url) })],
    'POST /api/video/link-code': [json({ link: lastOf(joinLink.url) })],
    'GET /files/{tenant}/{subject}/{name}': [
      { path: { tenant: tenant!, subject: subject!, name: name! }, query: Object.fromEntries(file.searchParams) },
    ],
    'GET /verify/{serial}': [{ path: { serial: rows[0]!.serial } }],
    'POST /api/internal/appointment-confirmed': [json({ appointmentId: await idOf('readAppointment') })],
    'POST /api/internal/prescription-issued': [json({ prescriptionId: await idOf('readPrescription') })],
    'POST /api/internal/order-status-update': [json({ orderId: await idOf('readOrder'), status: 'PREPARING' })],
    'POST /api/internal/lab-result-released': [json({ labOrderId: await idOf('readLabResult') })],
    'POST /api/internal/follow-up-accepted': [json({ followUpId: await idOf('readFollowUp') })],
  } satisfies Record<string, ValidRequest[]>
}

/** The link in the message to an invited person. */
async function invitationLink(
  { owner, services }: Platform,
  { invitation: { email } }: { invitation: { email: string } },
): Promise<string> {
  const { rows } = await owner.query(
    'select tenant_id, template_code, about, variables from messages where to_email = $1 order by id desc limit 1',
    [email],
  )
  const { tenant_id: tenantId, template_code: templateCode, about, variables } = rows[0]!
  return openSecrets(services.vault, { tenantId, templateCode, about }, variables).link!
}

/** A claim of a record in another organisation, because users cannot claim a second record in their own. */
async function claimElsewhere(platform: Platform): Promise<ValidRequest> {
  const { token } = await newPerson(platform, await newTenant(platform), 'ADMIN')
  const person = { birthDate: '1950-01-01', phone: '+212667000001' }
  const registered = await platform.call('POST', '/api/patients', { token, body: { name: 'Elsewhere', ...person } })
  const { id } = registered.body.patient
  await platform.call('POST', `/api/patients/${id}/claim-codes`, { token, body: { address: 'PHONE' } })
  return { path: {}, body: { address: person.phone, birthDate: person.birthDate, code: await codeIn(platform, id) } }
}
