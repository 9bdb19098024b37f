import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../../errors.ts'
import { asset, sendAsset } from '../../../../http/asset.ts'
import { acceptOwnForms } from '../../../../http/own-page.ts'
import { answerInPages, sendPage } from '../../../../http/pages/answers.ts'
import { languageInPath, languageOf, languages } from '../../../../http/pages/language.ts'
import type { Services } from '../../../../http/services.ts'
import type { Language } from '../../../../lib/channels.ts'
import { MOROCCAN_TIME_ZONE } from '../../../../lib/moroccan-time.ts'
import { isPatient } from '../../../scheduling/slots/actions.ts'
import { cityNames, specialtyNames } from '../../doctors/actions.ts'
import { type Answer, apiFor, read } from '../api.ts'
import type { Faults } from '../faults.ts'
import { type Owner, ownerOf } from '../owner.ts'
import { type Form, formOf, queryOf } from '../requests.ts'
import { faultsOf, noticeOf } from './faults.ts'
import * as view from './view.ts'
import { waitlistPage } from './waitlist-view.ts'
import { words } from './words/index.ts'

const DAY_MS = 24 * 3600 * 1000
/** Days of free times on the page of a practitioner. */
const PERIOD_DAYS = 14
/** Practitioners in a search, those with the earliest free time. */
const MAX_DOCTORS = 50
/** The last day of an entry that a patient makes here, from today. */
const WAIT_DAYS = 60

type Found = { slots: view.Slot[]; nextFrom: string | null }
type Doctor = { Params: { doctor: string } }
type Appointment = { Params: { appointment: string } }
type Entry = { Params: { id: string; action: string } }

/**
 * The pages on which patients find a practitioner, choose a free time, hold it, confirm and book it. They are clients of the API,
 * and work without a script. Signing in and registering return to the chosen time.
 */
export async function bookingPages(app: FastifyInstance, services: Services): Promise<void> {
  const { config, clock } = services
  const { origin } = new URL(config.publicUrl)
  const style = asset('text/css; charset=utf-8', readFileSync(resolve(import.meta.dirname, 'page.css')))
  answerInPages(app, services, (_language, error, request) => view.noticePage(languageInPath(request), noticeOf(error)))
  acceptOwnForms(app, origin)
  app.get(view.STYLE, (request, reply) => sendAsset(request, reply, style))
  app.get('/book', (request, reply) => reply.redirect(view.pathOf(languageOf(request)), 302))
  app.get('/book/waitlist', (request, reply) => reply.redirect(view.pathOf(languageOf(request), '/waitlist'), 302))
  for (const language of languages) pagesIn(language)

  function pagesIn(pathLanguage: Language): void {
    const base = `/${pathLanguage}/book`

    app.get(base, async (request, reply) => {
      const language = languageInPath(request)
      const { specialty, city, languages: spoken, mode } = queryOf(request)
      const filters = { specialty, city, languages: spoken, mode }
      const search = { ...filters, languages: spoken, first: 'true' }
      const slots = specialty || city ? await slotsFor(request, reply, search) : undefined
      const choices = { specialties: specialtyNames(language), cities: cityNames(language) }
      return sendPage(reply, view.searchPage(language, filters, slots?.slots.slice(0, MAX_DOCTORS), choices))
    })

    app.get(`${base}/waitlist`, async (request, reply) => {
      const owner = await ownerOf(app, request, reply)
      return owner ? sendWaitlist(owner, request, reply) : reply
    })

    app.post<Entry>(`${base}/waitlist/:id/:action`, async (request, reply) => {
      const owner = await ownerOf(app, request, reply)
      if (!owner) return reply
      const { id, action } = request.params
      const path = `/api/waitlist/${encodeURIComponent(id)}`
      if (action !== 'leave' && action !== 'decline') throw notFound('Page')
      const answer =
        action === 'leave' ? await owner.api('DELETE', path) : await owner.api('POST', `${path}/decline`, {})
      // 409: the offer or the entry has ended meanwhile, which the page shows.
      if (answer.status === 200 || answer.status === 409) return reply.redirect(`${base}/waitlist`, 303)
      return sendWaitlist(owner, request, reply, answer)
    })

    app.get<Appointment>(`${base}/done/:appointment`, async (request, reply) => {
      const owner = await ownerOf(app, request, reply)
      if (!owner) return reply
      const language = languageInPath(request)
      const { appointment: id } = request.params
      const answer = await owner.api('GET', `/api/appointments/${encodeURIComponent(id)}`)
      if (answer.status !== 200 || !isPatient(owner.user)) throw notFound('Appointment')
      const visit = answer.body.appointment
      const link =
        visit.mode === 'VIDEO' ? await owner.api('POST', `/api/appointments/${id}/join-link`, { language }) : undefined
      const url: string | undefined = link?.status === 200 ? new URL(link.body.joinLink.url).pathname : undefined
      return sendPage(reply, view.donePage(language, MOROCCAN_TIME_ZONE, visit, url))
    })

    app.get<Doctor>(`${base}/:doctor`, async (request, reply) => {
      const { doctor: doctorId } = request.params
      const { type, from } = queryOf(request)
      const start = from !== undefined && Date.parse(from) > clock.nowMs() ? new Date(Date.parse(from)) : clock.now()
      const end = new Date(start.getTime() + PERIOD_DAYS * DAY_MS)
      const search = { doctorId, from: start.toISOString(), to: end.toISOString() }
      const { slots, nextFrom } = await slotsFor(request, reply, search)
      const lastStart = clock.nowMs() + 365 * DAY_MS
      const next = nextFrom ?? (end.getTime() < lastStart ? end.toISOString() : undefined)
      return sendPage(reply, view.doctorPage(languageInPath(request), { doctorId, slots, type, next }))
    })

    app.post<Doctor>(`${base}/:doctor/waitlist`, async (request, reply) => {
      const owner = await signedIn(request, reply, `${base}/${request.params.doctor}`)
      if (!owner) return reply
      const { type = '' } = formOf(request)
      const lastDay = new Date(clock.nowMs() + WAIT_DAYS * DAY_MS).toISOString().slice(0, 10)
      const wish = { patientId: owner.user.id, doctorId: request.params.doctor, visitTypeId: type, lastDay }
      const answer = await owner.api('POST', '/api/waitlist', wish)
      if (answer.status === 201) return reply.redirect(`${base}/waitlist`, 303)
      return sendWaitlist(owner, request, reply, answer)
    })

    app.get<Doctor>(`${base}/:doctor/time`, async (request, reply) => {
      const slot = await chosenSlot(request, reply, request.params.doctor, queryOf(request))
      return sendPage(reply, view.timePage(languageInPath(request), slot, request.params.doctor))
    })

    app.post<Doctor>(`${base}/:doctor/time`, async (request, reply) => {
      const { doctor: doctorId } = request.params
      const given = formOf(request)
      const { type = '', place = '', start = '' } = given
      const here = `${base}/${encodeURIComponent(doctorId)}/time?${new URLSearchParams({ type, place, start })}`
      const owner = await signedIn(request, reply, here)
      if (!owner) return reply
      const language = languageInPath(request)
      const wanted = { doctorId, visitTypeId: type, placeId: place, startTime: start }
      const answer = isPatient(owner.user) ? await owner.api('POST', '/api/holds', wanted) : undefined
      if (answer?.status !== 201) {
        const slot = await chosenSlot(request, reply, doctorId, given)
        const faults = answer ? faultsOf(language, answer) : { form: words[language].faults.role, fields: {} }
        return sendPage(reply, view.timePage(language, slot, doctorId, faults), answer?.status ?? 403)
      }
      if (await unconfirmedOf(owner)) await sendCode(owner)
      const { id: hold, visitTypeId, placeId, startTime, endTime, expiresAt } = answer.body.hold
      const held = { hold, type: visitTypeId, place: placeId, start: startTime, end: endTime, until: expiresAt }
      return reply.redirect(`${base}/${encodeURIComponent(doctorId)}/confirm?${new URLSearchParams(held)}`, 303)
    })

    app.get<Doctor>(`${base}/:doctor/confirm`, async (request, reply) => {
      const owner = await ownerOf(app, request, reply)
      return owner ? sendConfirm(owner, request, reply, queryOf(request)) : reply
    })

    app.post<Doctor>(`${base}/:doctor/code`, async (request, reply) => {
      const owner = await ownerOf(app, request, reply)
      if (!owner) return reply
      const answer = await sendCode(owner)
      const faults = answer.status === 429 ? faultsOf(languageInPath(request), answer) : undefined
      return sendConfirm(owner, request, reply, formOf(request), faults)
    })

    app.post<Doctor>(`${base}/:doctor/confirm`, async (request, reply) => {
      const owner = await ownerOf(app, request, reply)
      if (!owner) return reply
      const language = languageInPath(request)
      const given = formOf(request)
      if (await unconfirmedOf(owner)) {
        const code = { address: 'EMAIL', code: given.code ?? '' }
        const confirmed = await owner.api('POST', `/api/users/${owner.user.id}/contact/confirmations`, code)
        if (confirmed.status !== 200) {
          const wrong = { fields: { code: words[language].faults.code } }
          const faults = confirmed.status === 422 ? wrong : faultsOf(language, confirmed)
          return sendConfirm(owner, request, reply, given, faults, confirmed.status)
        }
      }
      const { hold, type, start, end } = heldFrom(given)
      const booking = {
        ...{
          doctorId: request.params.doctor,
          patientId: given.patient ?? owner.user.id,
          holdId: hold,
          visitTypeId: type,
        },
        ...{ startTime: start, endTime: end, ...(given.reason?.trim() && { visitReason: given.reason.trim() }) },
      }
      const answer = await owner.api('POST', '/api/appointments', booking)
      if (answer.status === 201) return reply.redirect(`${base}/done/${answer.body.appointment.id}`, 303)
      return sendConfirm(owner, request, reply, given, faultsOf(language, answer), answer.status)
    })
  }

  /** The signed-in person, or a redirection to the sign-in page, which returns to a page of this feature. */
  async function signedIn(request: FastifyRequest, reply: FastifyReply, returnTo: string): Promise<Owner | undefined> {
    const session = await read(apiFor(app, request, reply), '/api/auth/session')
    if (session) return ownerOf(app, request, reply)
    reply.redirect(`/signin?${new URLSearchParams({ callbackUrl: returnTo })}`, 303)
    return undefined
  }

  /** @throws {ApiError} 404 for filters that the API refuses: the links of these pages have none */
  async function slotsFor(
    request: FastifyRequest,
    reply: FastifyReply,
    search: Record<string, string | undefined>,
  ): Promise<Found> {
    const given = Object.entries(search).filter((entry): entry is [string, string] => !!entry[1])
    const answer = await apiFor(app, request, reply)('GET', `/api/public/slots?${new URLSearchParams(given)}`)
    if (answer.status === 422) throw notFound('Practitioner')
    if (answer.status !== 200) return read(apiFor(app, request, reply), '/api/public/slots') // throws what happened
    return answer.body
  }

  /** The free time that a link or a form names; undefined if it is no longer free. */
  async function chosenSlot(request: FastifyRequest, reply: FastifyReply, doctorId: string, given: Form) {
    const { type, place, start = '' } = given
    const startMs = Date.parse(start)
    if (Number.isNaN(startMs)) throw notFound('Time')
    const range = { from: new Date(startMs).toISOString(), to: new Date(startMs + 1000).toISOString() }
    const { slots } = await slotsFor(request, reply, { doctorId, visitTypeId: type, ...range })
    return slots.find((slot) => slot.placeId === place && slot.visitTypeId === type)
  }

  async function sendConfirm(
    owner: Owner,
    request: FastifyRequest,
    reply: FastifyReply,
    given: Form,
    faults?: Faults,
    status = 200,
  ) {
    const { doctor: doctorId } = request.params as Doctor['Params'] // of the route
    const held = heldFrom(given)
    const [type, place, doctor, unconfirmed, patients] = await Promise.all([
      owner.api('GET', `/api/visit-types/${encodeURIComponent(held.type)}`),
      owner.api('GET', `/api/places/${encodeURIComponent(held.place)}`),
      nameOf(request, reply, doctorId),
      unconfirmedOf(owner),
      patientsOf(owner),
    ])
    if (type.status !== 200 || place.status !== 200) throw notFound('Page')
    const { name, mode } = type.body.visitType
    const confirmation = {
      ...{
        doctorId,
        held,
        visit: { name, mode, doctor, place: place.body.place },
        patients,
        unconfirmed: unconfirmed?.email,
      },
      ...{ given, ...(faults && { faults }) },
    }
    return sendPage(reply, view.confirmPage(languageInPath(request), confirmation), status)
  }

  async function sendWaitlist(owner: Owner, request: FastifyRequest, reply: FastifyReply, refused?: Answer) {
    const language = languageInPath(request)
    const { waitlistEntries } = await owner.read('/api/waitlist?status=WAITING,OFFERED&pageSize=50')
    const faults = refused && faultsOf(language, refused, { 409: 'waitLimit' })
    const page = waitlistPage(language, MOROCCAN_TIME_ZONE, waitlistEntries, faults)
    return sendPage(reply, page, refused?.status ?? 200)
  }

  /** The name of a practitioner in the public directory, if they have free times. */
  async function nameOf(request: FastifyRequest, reply: FastifyReply, doctorId: string): Promise<string | undefined> {
    const { slots } = await slotsFor(request, reply, { doctorId, first: 'true' })
    return slots[0]?.doctor.name
  }
}

/** The held time that a page repeats. @throws {ApiError} 404 for a query without it */
function heldFrom({ hold, type, place, start, end, until }: Form): view.Held {
  const times = [start, end, until].map((time) => Date.parse(time ?? ''))
  if (!hold || !type || !place || times.some(Number.isNaN)) throw notFound('Page')
  return { hold, type, place, start: start!, end: end!, until: until! }
}

/** The e-mail address that a code must confirm first; undefined if an address of the person is confirmed. */
async function unconfirmedOf({ user, read }: Owner): Promise<{ email: string } | undefined> {
  const { contact } = await read(`/api/users/${user.id}/contact`)
  return contact.emailConfirmed || contact.phoneConfirmed || contact.email === null
    ? undefined
    : { email: contact.email }
}

const sendCode = ({ user, api }: Owner): Promise<Answer> =>
  api('POST', `/api/users/${user.id}/contact/codes`, { address: 'EMAIL' })

/** The people for whom the person may book: themselves first, then their dependants. */
async function patientsOf({ user, read }: Owner): Promise<{ id: string; name: string }[]> {
  type Guardianship = { active: boolean; dependant: { id: string; name: string } }
  const { guardianships } = await read(`/api/patients/${user.id}/dependants?pageSize=50`)
  const active = (guardianships as Guardianship[]).filter((one) => one.active)
  return [user, ...active.map(({ dependant }) => dependant)]
}
