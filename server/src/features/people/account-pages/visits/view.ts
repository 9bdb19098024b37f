import type { Page } from '../../../../http/pages/frame.ts'
import type { Language } from '../../../../lib/channels.ts'
import { type Html, html } from '../../../../lib/html.ts'
import { dayAndHour } from '../../../../lib/moroccan-time.ts'
import type { Mode } from '../../../../lib/visit-modes.ts'
import { amount } from '../../../../pdf/amounts.ts'
import { page as widePage } from '../booking/view.ts'
import { words as bookingWords } from '../booking/words/index.ts'
import { type Faults, noFaults } from '../faults.ts'
import { alert, hidden, select } from '../view.ts'
import { type Words, words } from './words/index.ts'

type Person = { id: string; name: string }

/** An appointment of the API, as far as the pages show it. */
export type Visit = {
  id: string
  startTime: string
  status: keyof Words['statuses']
  mode: Mode
  visitReason: string | null
  doctor: Person
  patient: Person
}

type Order = { id: string; status: keyof Words['prescriptions']['orders']; pharmacy: Person }

export type Prescription = {
  id: string
  status: 'ISSUED' | 'CANCELLED'
  signedAt: string | null
  items: { medication: string; dosage: string; left: number }[]
  /** Newest first. */
  orders: Order[]
}

export type Document = { id: string; templateId: string; createdAt: string }

export type Invoice = {
  id: string
  number: string
  amountMAD: number
  dueMAD: number
  status: keyof Words['invoices']['statuses']
}

export type FollowUp = {
  id: string
  status: 'PROPOSED' | 'ACCEPTED' | 'DECLINED' | 'CANCELLED'
  startTime: string | null
  reason: string | null
  appointmentId: string | null
}

/** A file that was shared in the room. */
export type SharedFile = { id: string; name: string }

/** What came out of a visit, as it appears. */
export type Outcome = {
  prescriptions: Prescription[]
  documents: Document[]
  files: SharedFile[]
  invoices: Invoice[]
  followUps: FollowUp[]
  review: { rating: number } | undefined
  pharmacies: Person[]
}

/** The path of the stylesheet. */
export const STYLE = '/visits/page.css'

const page = (language: Language, heading: string, body: Html): Page =>
  widePage(language, heading, body, { style: [STYLE] })

/** The address of a page of this feature. */
export const pathOf = (language: Language, rest = ''): string => `/${language}/visits${rest}`

const whenOf = ({ startTime }: Visit, language: Language): string => dayAndHour(new Date(startTime), language)

/** The visits of a person and of those in their care. @param earlier the cursor of earlier ones */
export function listPage(language: Language, visits: readonly Visit[], earlier: string | null, userId: string): Page {
  const { list: texts, statuses } = words[language]
  const item = (visit: Visit): Html => html`
<li><h2><a href="${pathOf(language, `/${visit.id}`)}">${whenOf(visit, language)}</a></h2>
<p class="soft"><bdi>${visit.doctor.name}</bdi> · ${statuses[visit.status]}${visit.patient.id !== userId && html` · <bdi>${visit.patient.name}</bdi>`}</p></li>`
  return page(
    language,
    texts.title,
    html`
${visits.length === 0 ? html`<p class="none">${texts.none}</p>` : html`<ul class="doctors">${visits.map(item)}</ul>`}
<p class="next">${earlier !== null && html`<a href="${pathOf(language)}?${new URLSearchParams({ cursor: earlier }).toString()}">${texts.earlier}</a>\n`}<a class="main" href="/${language}/book">${texts.book}</a>\n<a href="/account">${texts.account}</a></p>`,
  )
}

/** A visit, the way into its room, and after it what comes next. @param link the link of a video consultation to come */
export function visitPage(
  language: Language,
  visit: Visit,
  { link, outcome, faults = noFaults }: { link?: string | undefined; outcome?: Outcome | undefined; faults?: Faults },
): Page {
  const { visit: texts, statuses } = words[language]
  const { details, modes, done } = bookingWords[language]
  const rows: [string, Html | string][] = [
    [details.when, whenOf(visit, language)],
    [details.with, html`<bdi>${visit.doctor.name}</bdi>`],
    [texts.patient, html`<bdi>${visit.patient.name}</bdi>`],
    [details.what, html`${visit.visitReason !== null && html`<bdi>${visit.visitReason}</bdi> · `}${modes[visit.mode]}`],
    [texts.status, statuses[visit.status]],
  ]
  return page(
    language,
    texts.title,
    html`
${alert(faults)}
<dl class="visit">${rows.map(([name, value]) => html`\n<dt>${name}</dt><dd>${value}</dd>`)}
</dl>
${outcome && outcomeSections(language, visit, outcome)}
<p class="next">${link !== undefined && html`<a class="main" href="${link}">${texts.join}</a>\n<a href="${link}/calendar.ics">${done.calendar}</a>\n`}<a href="${pathOf(language)}">${texts.back}</a></p>`,
  )
}

const isHeld = ({ status }: Visit): boolean => status === 'IN_PROGRESS' || status === 'COMPLETED'

function outcomeSections(language: Language, visit: Visit, outcome: Outcome): Html | undefined {
  const { visit: texts } = words[language]
  const path = pathOf(language, `/${visit.id}`)
  const { prescriptions, documents, files, invoices, followUps, pharmacies, review } = outcome
  const isEmpty = [prescriptions, documents, files, invoices, followUps].every((list) => list.length === 0)
  if (isEmpty && !isHeld(visit)) return undefined
  return html`
<h2>${texts.after}</h2>
${isEmpty && html`<p class="none" role="status">${texts.nothing}</p>`}${prescriptions.map((one) => prescriptionSection(language, path, one, pharmacies))}${documents.length > 0 && documentSection(language, path, documents)}${files.length > 0 && fileSection(language, path, files)}${invoices.map((one) => invoiceSection(language, path, one))}${followUps.map((one) => followUpSection(language, path, visit.doctor, one))}${visit.status === 'COMPLETED' && reviewSection(language, path, review)}`
}

const openOrders: readonly Order['status'][] = ['PENDING', 'PREPARING', 'READY']

function prescriptionSection(
  language: Language,
  path: string,
  given: Prescription,
  pharmacies: readonly Person[],
): Html {
  const { prescriptions: texts } = words[language]
  const { id, items, signedAt, orders } = given
  const [order] = orders
  const isUsedUp = items.every(({ left }) => left === 0)
  const mayOrder = signedAt !== null && !isUsedUp && !(order && openOrders.includes(order.status))
  return html`
<section><h3>${texts.heading}</h3>
<ul class="lines">${items.map(({ medication, dosage }) => html`<li><bdi>${medication}</bdi><br><bdi class="soft">${dosage}</bdi></li>`)}</ul>
${signedAt === null ? html`<p>${texts.unsigned}</p>` : html`<p><a href="${path}/prescriptions/${id}" target="_blank" rel="noopener">${texts.open}</a></p>`}
${order && html`<p class="held"><bdi>${order.pharmacy.name}</bdi><br>${texts.orders[order.status]}</p>`}${
  order?.status === 'PENDING' &&
  html`
<form method="post" action="${path}/orders/${order.id}/cancel"><button class="plain">${texts.cancelOrder}</button></form>`
}${signedAt !== null && isUsedUp && html`<p class="soft">${texts.usedUp}</p>`}${
  mayOrder &&
  (pharmacies.length === 0
    ? html`<p class="soft">${texts.noPharmacy}</p>`
    : html`
<form method="post" action="${path}/orders">${hidden('prescription', id)}
${select(
  'pharmacy',
  texts.pharmacy,
  pharmacies.map(({ id: value, name }) => [value, name]),
  undefined,
  `pharmacy-${id}`,
)}
<label class="choice"><input type="checkbox" name="delivery" value="yes"> ${texts.delivery}</label>
<button>${texts.order}</button>
</form>`)
}</section>`
}

function documentSection(language: Language, path: string, documents: readonly Document[]): Html {
  const { documents: texts } = words[language]
  return html`
<section><h3>${texts.heading}</h3>
<ul class="lines">${documents.map(({ id, templateId }) => html`<li><a href="${path}/documents/${id}" target="_blank" rel="noopener">${templateId === 'certificate' ? texts.certificate : texts.attestation}</a></li>`)}</ul></section>`
}

function fileSection(language: Language, path: string, files: readonly SharedFile[]): Html {
  return html`
<section><h3>${words[language].files}</h3>
<ul class="lines">${files.map(({ id, name }) => html`<li><a href="${path}/files/${id}" target="_blank" rel="noopener"><bdi>${name}</bdi></a></li>`)}</ul></section>`
}

function invoiceSection(language: Language, path: string, { id, number, status, amountMAD, dueMAD }: Invoice): Html {
  const { invoices: texts } = words[language]
  const shown = (centimes: number) => html`<bdi>${amount(centimes)[language === 'ar' ? 'ar' : 'fr']}</bdi>`
  return html`
<section><h3>${texts.heading} <bdi dir="ltr">${number}</bdi></h3>
<p>${shown(amountMAD)} · ${texts.statuses[status]}</p>${status === 'PARTIALLY_PAID' && html`<p>${texts.due} ${shown(dueMAD)}</p>`}
<p><a href="${path}/invoices/${id}" target="_blank" rel="noopener">${texts.open}</a></p></section>`
}

function followUpSection(language: Language, path: string, doctor: Person, given: FollowUp): Html {
  const { followUp: texts } = words[language]
  const { id, status, startTime, reason, appointmentId } = given
  const action = (name: 'accept' | 'decline', label: string, look?: 'plain') =>
    html`<form method="post" action="${path}/follow-ups/${id}/${name}"><button${look && html` class="plain"`}>${label}</button></form>`
  const book = html`<p><a href="/${language}/book/${doctor.id}">${texts.book}</a></p>`
  const next = () => {
    if (status === 'PROPOSED' && startTime !== null)
      return html`<div class="two">${action('accept', texts.accept)}${action('decline', texts.decline, 'plain')}</div>`
    if (status === 'PROPOSED') return html`${book}${action('decline', texts.decline, 'plain')}`
    return appointmentId === null
      ? book
      : html`<p>${texts.accepted} <a href="${pathOf(language, `/${appointmentId}`)}">${texts.visit}</a></p>`
  }
  return html`
<section><h3>${texts.heading}</h3>
${startTime === null ? html`<p>${texts.noTime}</p>` : html`<p><strong>${dayAndHour(new Date(startTime), language)}</strong></p>`}${reason !== null && html`<p><bdi>${reason}</bdi></p>`}
${next()}</section>`
}

function reviewSection(language: Language, path: string, review: { rating: number } | undefined): Html {
  const { review: texts } = words[language]
  if (review) return html`\n<section><h3>${texts.heading}</h3>\n<p>${texts.given(review.rating)}</p></section>`
  const choice = (label: string, n: number) =>
    html`<label class="choice"><input type="radio" name="rating" value="${n + 1}" required> ${label}</label>`
  return html`
<section><h3>${texts.heading}</h3>
<p>${texts.text}</p>
<form method="post" action="${path}/review">
<fieldset><legend>${texts.rating}</legend>${texts.ratings.map(choice).toReversed()}</fieldset>
<label for="comment">${texts.comment}</label>
<textarea id="comment" name="comment" rows="4" maxlength="2000" aria-describedby="comment-hint"></textarea>
<p class="hint" id="comment-hint">${texts.commentHint}</p>
<button>${texts.button}</button>
</form></section>`
}

/** An error page: what is wrong, and what to do. */
export function noticePage(language: Language, notice: keyof Words['notices']): Page {
  const { notices, visit } = words[language]
  const { heading, text } = notices[notice]
  const body = html`\n<p>${text}</p>\n<p class="next"><a href="${pathOf(language)}">${visit.back}</a></p>`
  return page(language, heading, body)
}
