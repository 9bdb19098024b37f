import { framed, type Page } from '../../../../http/pages/frame.ts'
import type { Language } from '../../../../lib/channels.ts'
import { type Html, html } from '../../../../lib/html.ts'
import { locales, type TimeParts, timeIn } from '../../../../lib/moroccan-time.ts'
import { type Mode, modes as visitModes } from '../../../../lib/visit-modes.ts'
import { type Faults, noFaults } from '../faults.ts'
import { alert, STYLE as FORM_STYLE, hidden, input, select } from '../view.ts'
import { type Words, words } from './words/index.ts'

/** The path of the stylesheet. */
export const STYLE = '/book/page.css'

/** A slot of the public directory. */
export type Slot = {
  doctorId: string
  placeId: string
  visitTypeId: string
  startTime: string
  endTime: string
  doctor: { id: string; name: string }
  specialty: string
  mode: Mode
  visitType: string
  place: { name: string; city: string; timeZone: string }
}

export type Filters = Partial<Record<'specialty' | 'city' | 'languages' | 'mode', string | undefined>>

export const page = (
  language: Language,
  heading: string,
  body: Html,
  { parameters = {}, style = [] }: { parameters?: Record<string, string>; style?: string[] } = {},
): Page =>
  framed({
    language,
    title: `${heading} · Medina Care`,
    kind: 'book',
    style: [FORM_STYLE, STYLE, ...style],
    parameters,
    body: html`<h1>${heading}</h1>${body}`,
  })

const shown = (parts: TimeParts) => (at: string, language: Language, timeZone: string) =>
  timeIn(new Date(at), language, timeZone, parts)
export const dayAndTime = shown({ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })
export const dayOf = shown({ weekday: 'long', day: 'numeric', month: 'long' })
const timeOf = shown({ hour: '2-digit', minute: '2-digit' })

/** The address of a page of this feature. */
export const pathOf = (language: Language, rest = '', query: Record<string, string | undefined> = {}): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  return `/${language}/book${rest}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}

/** The search, and the first free time of each practitioner. @param slots undefined before the first search */
export function searchPage(
  language: Language,
  filters: Filters,
  slots: readonly Slot[] | undefined,
  choices: { specialties: readonly string[]; cities: readonly string[] },
): Page {
  const { search: texts, modes } = words[language]
  const spoken = new Intl.DisplayNames(locales[language], { type: 'language' })
  const list = (id: string, values: readonly string[]) =>
    html`<datalist id="${id}">${values.map((value) => html`<option value="${value}"></option>`)}</datalist>`
  const word = (name: 'specialty' | 'city', label: string, listId: string) => html`
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${filters[name] ?? ''}" list="${listId}" autocomplete="off">`
  return page(
    language,
    texts.title,
    html`
<p>${texts.intro}</p>
<form method="get" action="${pathOf(language)}" role="search">
<div class="two">${[html`<div>${word('specialty', texts.specialty, 'specialties')}</div>`, html`<div>${word('city', texts.city, 'cities')}</div>`]}</div>
<div class="two"><div>${select('languages', texts.spoken, [['', texts.any], ...['fr', 'ar', 'zgh', 'en', 'es'].map((code): [string, string] => [code, spoken.of(code) ?? code])], filters.languages)}</div>
<div>${select('mode', texts.mode, [['', texts.any], ...visitModes.map((mode): [string, string] => [mode, modes[mode]])], filters.mode)}</div></div>
${list('specialties', choices.specialties)}${list('cities', choices.cities)}
<button>${texts.button}</button>
</form>
${slots && (slots.length === 0 ? html`<p class="none" role="status">${texts.none}</p>` : html`<ul class="doctors">${slots.map((slot) => doctorItem(language, slot))}</ul>`)}`,
    { parameters: withoutEmpty(filters) },
  )
}

const withoutEmpty = (filters: Filters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => !!entry[1]))

function doctorItem(language: Language, slot: Slot): Html {
  const { search: texts, modes } = words[language]
  const when = dayAndTime(slot.startTime, language, slot.place.timeZone)
  return html`
<li><h2><bdi>${slot.doctor.name}</bdi></h2>
<p class="soft"><bdi>${slot.specialty}</bdi> · <bdi>${slot.place.city}</bdi> · ${modes[slot.mode]}</p>
<p>${texts.next} <strong>${when}</strong></p>
<a class="main" href="${pathOf(language, `/${slot.doctorId}`, { type: slot.visitTypeId })}" aria-label="${texts.all} : ${slot.doctor.name}">${texts.all}</a></li>`
}

type DoctorTimes = {
  doctorId: string
  /** All free times of the period, of all visit types. */
  slots: readonly Slot[]
  type: string | undefined
  /** Where the following times begin. */
  next: string | undefined
}

/** The free times of a practitioner, for one type of visit. */
export function doctorPage(language: Language, { doctorId, slots, type, next }: DoctorTimes): Page {
  const { doctor: texts, modes, title } = words[language]
  const types = new Map(slots.map((slot) => [slot.visitTypeId, `${slot.visitType} (${modes[slot.mode]})`]))
  const chosen = type !== undefined && (types.has(type) || types.size === 0) ? type : types.keys().next().value
  const ofType = slots.filter((slot) => slot.visitTypeId === chosen)
  const days = Map.groupBy(ofType, (slot) => dayOf(slot.startTime, language, slot.place.timeZone))
  const name = slots[0]?.doctor.name
  return page(
    language,
    name === undefined ? title : texts.title(`\u2068${name}\u2069`),
    html`
<form method="get" action="${pathOf(language, `/${doctorId}`)}" class="inline">${types.size > 1 && html`${select('type', texts.type, [...types], chosen)}<button class="plain">${texts.choose}</button>`}</form>
${ofType.length === 0 && html`<p class="none" role="status">${texts.none}</p>`}
${[...days].map(([day, times]) => html`\n<h2>${day}</h2>\n<ul class="times">${times.map((slot) => timeItem(language, slot))}</ul>`)}
<p class="next">${next !== undefined && html`<a href="${pathOf(language, `/${doctorId}`, { type: chosen, from: next })}">${texts.later}</a>`}
<a href="${pathOf(language)}">${texts.back}</a></p>
${chosen !== undefined && html`<form method="post" action="${pathOf(language, `/${doctorId}/waitlist`)}">${hidden('type', chosen)}<button class="plain">${texts.wait}</button></form>`}`,
    chosen === undefined ? {} : { parameters: { type: chosen } },
  )
}

const timeItem = (language: Language, slot: Slot): Html => {
  const { timeZone, name } = slot.place
  const query = { type: slot.visitTypeId, place: slot.placeId, start: slot.startTime }
  const time = timeOf(slot.startTime, language, timeZone)
  return html`\n<li><a href="${pathOf(language, `/${slot.doctorId}/time`, query)}" aria-label="${time}, ${name}"><span dir="ltr">${time}</span></a></li>`
}

const details = (language: Language, rows: [keyof Words['details'], Html | string | undefined][]): Html => html`
<dl class="visit">${rows.map(([name, value]) => value !== undefined && html`\n<dt>${words[language].details[name]}</dt><dd>${value}</dd>`)}
</dl>`

const slotDetails = (language: Language, slot: Slot): Html =>
  details(language, [
    ['when', dayAndTime(slot.startTime, language, slot.place.timeZone)],
    ['with', html`<bdi>${slot.doctor.name}</bdi>`],
    ['what', html`<bdi>${slot.visitType}</bdi> · ${words[language].modes[slot.mode]}`],
    ['where', whereOf(slot)],
  ])

/** Where a visit at the practice takes place. */
const whereOf = ({ mode, place }: { mode: Mode; place: { name: string; city: string } }): Html | undefined =>
  mode === 'IN_PERSON' ? html`<bdi>${place.name}, ${place.city}</bdi>` : undefined

/** The chosen time, before it is held. */
export function timePage(
  language: Language,
  slot: Slot | undefined,
  doctorId: string,
  faults: Faults = noFaults,
): Page {
  const { time: texts, faults: messages } = words[language]
  const back = html`<p class="next"><a href="${pathOf(language, `/${doctorId}`)}">${texts.taken}</a></p>`
  if (!slot) return page(language, texts.title, html`${alert({ form: messages.slot, fields: {} })}${back}`)
  return page(
    language,
    texts.title,
    html`
${alert(faults)}${slotDetails(language, slot)}
<p>${texts.text}</p>
<form method="post" action="${pathOf(language, `/${doctorId}/time`)}">
${hidden('type', slot.visitTypeId)}${hidden('place', slot.placeId)}${hidden('start', slot.startTime)}
<button>${texts.button}</button>
</form>${back}`,
    { parameters: { type: slot.visitTypeId, place: slot.placeId, start: slot.startTime } },
  )
}

/** What the confirmation needs. It is repeated in the query of the page, and the booking checks it again. */
export type Held = { hold: string; type: string; place: string; start: string; end: string; until: string }

type Confirmation = {
  doctorId: string
  held: Held
  visit: {
    name: string
    mode: Mode
    doctor: string | undefined
    place: { name: string; city: string; timeZone: string }
  }
  patients: readonly { id: string; name: string }[]
  /** The address that a code must confirm; undefined if one is confirmed. */
  unconfirmed: string | undefined
  given?: Record<string, string | undefined>
  faults?: Faults
}

/** The held time, and what is needed to book it. */
export function confirmPage(language: Language, given: Confirmation): Page {
  const { confirm: texts } = words[language]
  const { doctorId, held, visit, patients, unconfirmed, faults = noFaults } = given
  const { timeZone } = visit.place
  const fields = Object.entries(held).map(([name, value]) => hidden(name, value))
  const [self, ...others] = patients.map(({ id, name }, n): [string, string] => [id, n === 0 ? texts.self(name) : name])
  const path = pathOf(language, `/${doctorId}/confirm`)
  return page(
    language,
    texts.title,
    html`
${alert(faults)}
${details(language, [
  ['when', dayAndTime(held.start, language, timeZone)],
  ['with', visit.doctor === undefined ? undefined : html`<bdi>${visit.doctor}</bdi>`],
  ['what', html`<bdi>${visit.name}</bdi> · ${words[language].modes[visit.mode]}`],
  ['where', whereOf(visit)],
])}
<p class="held">${texts.held(timeOf(held.until, language, timeZone))}</p>
<form method="post" action="${path}">
${fields}${others.length > 0 ? select('patient', texts.patient, [self!, ...others], given.given?.patient) : hidden('patient', self![0])}
${input({ name: 'reason', label: texts.reason, autocomplete: 'off', hint: texts.reasonHint, isOptional: true, value: given.given?.reason }, faults)}
${unconfirmed !== undefined && html`<p class="code">${texts.code(`\u2068${unconfirmed}\u2069`)}</p>${input({ name: 'code', label: texts.codeLabel, autocomplete: 'one-time-code', isLtr: true, isNumeric: true }, faults)}`}
<button>${texts.button}</button>
</form>
${unconfirmed !== undefined && html`<form method="post" action="${pathOf(language, `/${doctorId}/code`)}">${fields}<button class="plain">${texts.again}</button></form>`}`,
    { parameters: held },
  )
}

type Booked = {
  startTime: string
  mode: Mode
  doctor: { name: string }
  visitReason: string | null
}

/** The booked visit. @param link the link of a video consultation */
export function donePage(language: Language, timeZone: string, visit: Booked, link: string | undefined): Page {
  const { done: texts, modes } = words[language]
  return page(
    language,
    texts.title,
    html`
${details(language, [
  ['when', dayAndTime(visit.startTime, language, timeZone)],
  ['with', html`<bdi>${visit.doctor.name}</bdi>`],
  ['what', html`${visit.visitReason !== null && html`<bdi>${visit.visitReason}</bdi> · `}${modes[visit.mode]}`],
])}
<p>${texts.text}</p>
<p class="next">${link !== undefined && html`<a class="main" href="${link}">${texts.join}</a>\n<a href="${link}/calendar.ics">${texts.calendar}</a>\n`}<a href="/account">${texts.account}</a></p>`,
  )
}

/** An error page: what is wrong, and what to do. */
export function noticePage(language: Language, notice: keyof Words['notices']): Page {
  const { notices, doctor } = words[language]
  const { heading, text } = notices[notice]
  const body = html`\n<p>${text}</p>\n<p class="next"><a href="${pathOf(language)}">${doctor.back}</a></p>`
  return page(language, heading, body)
}
