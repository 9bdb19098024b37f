import { framed, type Page } from '../../../../http/pages/frame.ts'
import type { Language } from '../../../../lib/channels.ts'
import { type Html, html } from '../../../../lib/html.ts'
import { day, dayAndHour, hour } from '../../../../lib/moroccan-time.ts'
import type { JoinRequest } from '../../../../providers/video/index.ts'
import type { Visit } from './queries.ts'
import type { ClosedState } from './rules.ts'
import { type Words, words } from './words.ts'

/** The path of the stylesheet. */
export const STYLE = '/join/page.css'

type Shown = {
  visit: Visit
  role: JoinRequest['role']
  state: ClosedState
  times: { opensAt: Date; closesAt: Date } | undefined
}

/** The page of a link while its room is not open: when, with whom, and what comes next. @param path of the link */
export function visitPage(language: Language, path: string, { visit, role, state, times }: Shown): Page {
  const { title, visit: texts, states } = words[language]
  const isHost = role === 'host'
  const { heading, text } = states[state]
  const opens = state === 'EARLY' && times && texts.opens(dayAndHour(times.opensAt, language))
  // The practitioner knows what comes next.
  const explanation = opens || (!(isHost && state === 'OVER') && text)
  const isComing = state === 'EARLY' || state === 'ELSEWHERE'
  const details: [string, Html | false | '' | null][] = [
    [
      texts.when,
      html`${day(visit.start_time, language)}<br><span dir="ltr">${hour(visit.start_time, language)} – ${hour(visit.end_time, language)}</span>`,
    ],
    [texts.with, html`<bdi>${isHost ? visit.patient_name : visit.doctor_name}</bdi>`],
    [texts.specialty, isHost ? null : visit.specialty && html`<bdi>${visit.specialty}</bdi>`],
    [texts.place, state === 'ELSEWHERE' && placeOf(visit)],
  ]
  return framed({
    language,
    title,
    kind: isComing ? 'coming' : 'notice',
    style: STYLE,
    body: html`
<p class="who"><bdi>${visit.organization}</bdi></p>
<h1>${heading}</h1>
${explanation && html`<p>${explanation}</p>`}
<dl class="visit">${details.map(([name, value]) => (value ? html`\n<dt>${name}</dt><dd>${value}</dd>` : false))}
</dl>
${
  isComing &&
  html`<p class="next">${state === 'EARLY' && html`<a class="main" href="/room/check?lang=${language}">${texts.check}</a>\n`}<a href="${path}/calendar.ics">${texts.calendar}</a></p>
${state === 'EARLY' && html`<p class="small">${texts.keep}</p>`}`
}
${state === 'OVER' && html`<p class="next"><a class="main" href="${isHost ? `/console/today/${visit.id}` : `/${language}/visits/${visit.id}`}">${isHost ? texts.record : texts.after}</a></p>`}`,
  })
}

const placeOf = ({ place, organization, address, city }: Visit): Html =>
  html`<bdi>${[place ?? organization, address, city].filter((part) => part !== null).join(', ')}</bdi>`

/** An error page: why the link leads nowhere, and what to do. */
export const noticePage = (language: Language, notice: keyof Words['notices']): Page => {
  const { title, notices } = words[language]
  const { heading, text } = notices[notice]
  return framed({ language, title, kind: 'notice', style: STYLE, body: html`<h1>${heading}</h1>\n<p>${text}</p>` })
}
