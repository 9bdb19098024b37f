import type { Role } from '@medina-care/protocol/people.ts'
import type { CallSnapshot, Over } from '../call/call.ts'
import { button } from '../page/button.ts'
import { el, setText } from '../page/dom.ts'
import { type IconName, icon } from '../page/icons.ts'
import type { Page } from '../page/page.ts'
import type { VisitDetails } from '../page/visit.ts'
import type { Screen } from './screen.ts'

/**
 * The screen after the call, or instead of it, with the reason and a way to rejoin if possible.
 * @param from the previous phase, which distinguishes leaving the waiting room from leaving the call
 * @param next the page that shows what comes after the consultation
 * @param role of the user: practitioners write notes, prescriptions and certificates
 * @param coming the details of the visit, with the next appointment of the practitioner
 */
export function overScreen(
  { words, formats }: Pick<Page, 'words' | 'formats'>,
  over: Over,
  from: CallSnapshot['phase'] | undefined,
  {
    again = () => {},
    next,
    role,
    coming,
  }: {
    again?: () => void
    next?: string | undefined
    role?: Role | undefined
    coming?: Promise<VisitDetails | undefined> | undefined
  },
): Screen {
  const kind = over.why === 'ended' ? over.reason : over.why
  const wasIn = from === 'in-call'
  const key = kind === 'left' && !wasIn ? 'leftWaiting' : kind === 'removed' && wasIn ? 'sentOut' : kind
  const { title, text } = words.over[key]
  const rejoinTexts: Partial<Record<typeof kind, string>> = {
    left: words.over.rejoin,
    removed: words.over.retry,
    elsewhere: words.over.here,
    full: words.over.retry,
    failed: words.over.retry,
  }
  const signs: Partial<Record<typeof kind, IconName>> = {
    completed: 'done',
    elsewhere: 'screen',
    expired: 'clock',
    left: 'leave',
  }
  const rejoinText = rejoinTexts[kind]
  const appointment = el('p', { role: 'status' })
  void coming?.then((details) => {
    if (details?.next) setText(appointment, words.over.appointment(details.next.localTime, details.next.waiting))
  })
  const durationSec = over.why === 'ended' ? over.durationSec : undefined
  const element = el(
    'div',
    { class: kind === 'completed' ? 'card thanks' : 'card notice' },
    el('div', { class: 'sign' }, icon(signs[kind] ?? 'warn')),
    el('h1', { tabindex: -1 }, title),
    el('p', {}, text),
    durationSec !== undefined &&
      durationSec > 0 &&
      el('dl', {}, el('dt', {}, words.over.lasted), el('dd', {}, formats.duration(durationSec))),
    coming && appointment,
    kind === 'completed' && next !== undefined
      ? button('next', role === 'host' ? words.over.record : words.over.next, () => location.assign(next), {
          look: 'main',
        })
      : rejoinText === undefined
        ? el('p', { class: 'small' }, words.over.canClose)
        : button('rejoin', rejoinText, again, { look: 'main' }),
  )
  return { name: 'over', detail: kind, element, title }
}
