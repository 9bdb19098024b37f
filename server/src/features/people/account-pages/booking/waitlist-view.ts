import type { Page } from '../../../../http/pages/frame.ts'
import type { Language } from '../../../../lib/channels.ts'
import { type Html, html } from '../../../../lib/html.ts'
import { type Faults, noFaults } from '../faults.ts'
import { alert } from '../view.ts'
import { dayAndTime, dayOf, type Held, page, pathOf } from './view.ts'
import { words } from './words/index.ts'

export type Entry = {
  id: string
  status: string
  lastDay: string
  visitTypeId: string
  offer: {
    holdId: string
    doctorId: string
    placeId: string
    startTime: string
    endTime: string
    expiresAt: string
    doctor: { name: string }
  } | null
}

/** The waitlist entries of a patient, with the times that are offered. */
export function waitlistPage(
  language: Language,
  timeZone: string,
  entries: readonly Entry[],
  faults: Faults = noFaults,
): Page {
  const { waitlist: texts } = words[language]
  return page(
    language,
    texts.title,
    html`
${alert(faults)}${entries.length === 0 && html`<p class="none">${texts.none}</p>`}
<ul class="doctors">${entries.map((entry) => html`\n<li>${entryItem(language, timeZone, entry)}</li>`)}</ul>
<p class="next"><a href="${pathOf(language)}">${words[language].doctor.back}</a></p>`,
  )
}

function entryItem(language: Language, timeZone: string, { id, lastDay, visitTypeId, offer }: Entry): Html {
  const { waitlist: texts } = words[language]
  const post = (action: string, button: string) =>
    html`<form method="post" action="${pathOf(language, `/waitlist/${id}/${action}`)}"><button class="plain">${button}</button></form>`
  if (!offer)
    return html`<p>${texts.waiting(dayOf(`${lastDay}T12:00:00Z`, language, timeZone))}</p>${post('leave', texts.leave)}`
  const held: Held = {
    hold: offer.holdId,
    type: visitTypeId,
    place: offer.placeId,
    start: offer.startTime,
    end: offer.endTime,
    until: offer.expiresAt,
  }
  return html`<h2>${dayAndTime(offer.startTime, language, timeZone)}</h2>
<p><bdi>${offer.doctor.name}</bdi></p>
<p class="held">${texts.offered(dayAndTime(offer.expiresAt, language, timeZone))}</p>
<p class="next"><a class="main" href="${pathOf(language, `/${offer.doctorId}/confirm`, held)}">${texts.accept}</a></p>${post('decline', texts.decline)}`
}
