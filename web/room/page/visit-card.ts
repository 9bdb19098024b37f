import { el, setHidden, setText } from './dom.ts'
import type { OpenPage } from './page.ts'
import { type VisitDetails, watchVisit } from './visit.ts'

/** Shows with whom, where and when the consultation is, and the place in the queue. Hidden until it is known. */
export function visitCard(page: OpenPage) {
  const { words, link } = page
  const logo = el('span', { class: 'visit-logo', 'aria-hidden': 'true' })
  const organization = el('bdi', {})
  const people = el('p', { class: 'visit-people' })
  const queue = el('p', { class: 'visit-queue' })
  const delay = el('p', { class: 'visit-delay', role: 'status' })
  const element = el(
    'section',
    { class: 'visit', 'aria-label': words.visit.label },
    el('p', { class: 'visit-where' }, logo, organization),
    people,
    queue,
    delay,
  )
  element.hidden = true
  let drawn: string | null = null
  const show = (details: VisitDetails) => {
    if (details.logoSvg !== null && details.logoSvg !== drawn) logo.replaceChildren(drawingOf(details.logoSvg))
    drawn = details.logoSvg
    setText(organization, details.organization)
    const { doctorName, specialty, localTime } = details
    const parts = [doctorName, ...(specialty ? [specialty] : []), localTime]
    // The separators are outside the parts, so that they follow the direction of the page.
    people.replaceChildren(...parts.flatMap((part, index) => [index > 0 ? ' · ' : '', el('bdi', {}, part)]))
    setText(queue, words.visit.ahead(details.patientsAhead ?? 0))
    setHidden(queue, details.patientsAhead === null)
    setText(delay, details.expectedTime === null ? '' : words.visit.late(details.expectedTime))
    setHidden(element, false)
  }
  return { element, close: watchVisit(link, show) }
}

/** The server accepts only logos of shapes, without scripts, styles and references. */
const drawingOf = (svg: string): Element => new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
