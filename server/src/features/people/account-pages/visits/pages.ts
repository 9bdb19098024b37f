import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, notFound } from '../../../../errors.ts'
import { asset, sendAsset } from '../../../../http/asset.ts'
import { acceptOwnForms } from '../../../../http/own-page.ts'
import { answerInPages, sendPage } from '../../../../http/pages/answers.ts'
import { languageInPath, languageOf, languages } from '../../../../http/pages/language.ts'
import type { Services } from '../../../../http/services.ts'
import type { Language } from '../../../../lib/channels.ts'
import { isPatient } from '../../../scheduling/slots/actions.ts'
import { type Answer, bodyOf } from '../api.ts'
import { type Owner, ownerOf } from '../owner.ts'
import { formOf, queryOf } from '../requests.ts'
import * as view from './view.ts'
import { type Words, words } from './words/index.ts'

/** Days before a visit in which its invoice may have been created. */
const INVOICED_BEFORE_DAYS = 90
const DAY_MS = 24 * 3600 * 1000

type Path = { Params: { visit: string; id: string; action: string } }
type Handler = (owner: Owner, request: FastifyRequest<Path>, reply: FastifyReply) => Promise<FastifyReply>

/**
 * The visits of a patient: the way into the room, and after the visit what came out of it, with the next steps. The pages are clients
 * of the API, and work without a script.
 */
export async function visitPages(app: FastifyInstance, services: Services): Promise<void> {
  const { config, clock } = services
  const { origin } = new URL(config.publicUrl)
  const style = asset('text/css; charset=utf-8', readFileSync(resolve(import.meta.dirname, 'page.css')))
  answerInPages(app, services, (_language, error, request) => view.noticePage(languageInPath(request), noticeOf(error)))
  acceptOwnForms(app, origin)
  app.get(view.STYLE, (request, reply) => sendAsset(request, reply, style))
  app.get('/visits', (request, reply) => reply.redirect(view.pathOf(languageOf(request)), 302))
  for (const language of languages) pagesIn(language)

  function pagesIn(language: Language): void {
    const base = view.pathOf(language)

    app.get<Path>(
      base,
      asPatient(async (owner, request, reply) => {
        const { cursor } = queryOf(request)
        const query = new URLSearchParams({ to: END_OF_TIME, ...(cursor !== undefined && { cursor }) })
        const path = `/api/appointments?${query}`
        const answer = await owner.api('GET', path)
        if (answer.status === 422) throw notFound('Page') // a cursor that the API did not create
        const { appointments, pagination } = bodyOf(answer, path)
        const list = view.listPage(languageInPath(request), appointments, pagination.nextCursor, owner.user.id)
        return sendPage(reply, list)
      }),
    )

    app.get<Path>(
      `${base}/:visit`,
      asPatient(async (owner, request, reply) => sendVisit(owner, request, reply)),
    )

    const action = (path: string, call: (owner: Owner, request: FastifyRequest<Path>) => Promise<Answer>) =>
      app.post<Path>(
        `${base}/:visit${path}`,
        asPatient(async (owner, request, reply) => {
          const answer = await call(owner, request)
          if (answer.status < 300) return reply.redirect(`${base}/${encodeURIComponent(request.params.visit)}`, 303)
          return sendVisit(owner, request, reply, answer)
        }),
      )

    action('/review', (owner, request) => {
      const { rating, comment } = formOf(request)
      const path = `/api/appointments/${encodeURIComponent(request.params.visit)}/review`
      return owner.api('POST', path, { rating: Number(rating), comment: comment?.trim() || undefined })
    })

    action('/orders', (owner, request) => {
      const { prescription: prescriptionId, pharmacy: pharmacyId, delivery } = formOf(request)
      return owner.api('POST', '/api/orders', { prescriptionId, pharmacyId, deliveryRequested: delivery === 'yes' })
    })

    action('/orders/:id/cancel', (owner, request) =>
      owner.api('POST', `/api/orders/${encodeURIComponent(request.params.id)}/cancel`, {}),
    )

    for (const verb of ['accept', 'decline'])
      action(`/follow-ups/:id/${verb}`, (owner, request) =>
        owner.api('POST', `/api/follow-ups/${encodeURIComponent(request.params.id)}/${verb}`, {}),
      )

    /** A link to the file of a document, which the API generates if it does not exist. */
    const file = (path: string, find: (owner: Owner, id: string, visit: string) => Promise<Answer>) =>
      app.get<Path>(
        `${base}/:visit/${path}/:id`,
        asPatient(async (owner, request, reply) => {
          const { id, visit } = request.params
          const answer = await find(owner, id, visit)
          if (answer.status !== 200) return sendVisit(owner, request, reply, answer)
          const { url, document, file } = answer.body
          return reply.redirect(url ?? (document ?? file).url, 303)
        }),
      )
    file('prescriptions', ({ api }, prescriptionId) => generate(api, 'prescription', { prescriptionId }))
    file('invoices', ({ api }, invoiceId) => generate(api, 'invoice', { invoiceId }))
    file('documents', ({ api }, id) => api('GET', `/api/documents/${encodeURIComponent(id)}`))
    file('files', ({ api }, id, visit) =>
      api('GET', `/api/appointments/${encodeURIComponent(visit)}/files/${encodeURIComponent(id)}`),
    )
  }

  function asPatient(handler: Handler) {
    return async (request: FastifyRequest<Path>, reply: FastifyReply) => {
      const owner = await ownerOf(app, request, reply)
      if (!owner) return reply
      if (!isPatient(owner.user)) throw notFound('Visit')
      return handler(owner, request, reply)
    }
  }

  /** @param refused the answer to a form on the page */
  async function sendVisit(owner: Owner, request: FastifyRequest<Path>, reply: FastifyReply, refused?: Answer) {
    const language = languageInPath(request)
    const path = `/api/appointments/${encodeURIComponent(request.params.visit)}`
    const answer = await owner.api('GET', path)
    if (answer.status === 404 || answer.status === 422) throw notFound('Visit')
    const visit: view.Visit = bodyOf(answer, path).appointment
    const isComing = isOpen(visit) && Date.parse(visit.startTime) > clock.nowMs()
    const [link, outcome] = await Promise.all([
      visit.mode === 'VIDEO' && isOpen(visit) ? linkOf(owner, visit, language) : undefined,
      isComing ? undefined : outcomeOf(owner, visit),
    ])
    const faults = refused && { faults: { form: words[language].faults[faultOf(refused)], fields: {} } }
    return sendPage(reply, view.visitPage(language, visit, { link, outcome, ...faults }), refused?.status ?? 200)
  }
}

/** With a limit of the time, appointments are sorted by it. */
const END_OF_TIME = '2100-01-01T00:00:00Z'

const isOpen = ({ status }: view.Visit): boolean => ['SCHEDULED', 'CONFIRMED', 'IN_PROGRESS'].includes(status)

const generate = (api: Owner['api'], templateId: string, data: object): Promise<Answer> =>
  api('POST', '/api/pdf/generate', { templateId, data })

/** The path of the link into the room. */
async function linkOf({ api }: Owner, { id }: view.Visit, language: Language): Promise<string | undefined> {
  const { status, body } = await api('POST', `/api/appointments/${id}/join-link`, { language })
  return status === 200 ? new URL(body.joinLink.url).pathname : undefined
}

/** What came out of a visit. Prescriptions that were cancelled are left out. */
async function outcomeOf({ api, read }: Owner, visit: view.Visit): Promise<view.Outcome> {
  const { id, patient, doctor, startTime } = visit
  const invoicedFrom = new Date(Date.parse(startTime) - INVOICED_BEFORE_DAYS * DAY_MS).toISOString()
  const [{ prescriptions }, { documents }, { files }, { invoices }, { followUps }, review, { users }] =
    await Promise.all([
      read(`/api/prescriptions?appointmentId=${id}&status=ISSUED`),
      read(`/api/documents?appointmentId=${id}`),
      read(`/api/appointments/${id}/files`),
      read(`/api/invoices?patientId=${patient.id}&from=${invoicedFrom}&pageSize=100`),
      read(`/api/follow-ups?patientId=${patient.id}&doctorId=${doctor.id}&status=PROPOSED,ACCEPTED&from=${startTime}`),
      api('GET', `/api/appointments/${id}/review`),
      read('/api/users?role=PHARMACIST&pageSize=100'),
    ])
  const ordered = (prescriptions as view.Prescription[]).map(async (prescription) => {
    const { orders } = await read(`/api/orders?prescriptionId=${prescription.id}`)
    return { ...prescription, orders }
  })
  return {
    prescriptions: await Promise.all(ordered),
    documents: documents.filter(isShown),
    files,
    invoices: invoices.filter(({ appointmentId }: { appointmentId: string }) => appointmentId === id),
    followUps,
    review: review.status === 200 ? review.body.review : undefined,
    pharmacies: users,
  }
}

/** Prescriptions and invoices have links of their own. */
const isShown = ({ templateId, status }: { templateId: string; status: string }): boolean =>
  status === 'VALID' && (templateId === 'certificate' || templateId === 'attestation')

/** Why the API refused a form. */
function faultOf({ status, body }: Answer): keyof Words['faults'] {
  if (status === 429) return 'tooMany'
  const [first] = status === 422 ? (body.error.details as { path: string[] }[]) : []
  if (first?.path[0] === 'rating') return 'rating'
  return status < 500 ? 'changed' : 'failed'
}

function noticeOf({ status }: ApiError): keyof Words['notices'] {
  if (status === 403) return 'foreign'
  if (status === 404) return 'unknown'
  return status === 429 ? 'tooMany' : 'failed'
}
