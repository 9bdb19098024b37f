import { button } from '../page/button.ts'
import { copyLink } from '../page/copy-link.ts'
import { el } from '../page/dom.ts'
import { type IconName, icon } from '../page/icons.ts'
import type { Words } from '../words/words.ts'
import type { Screen } from './screen.ts'

type Problem = Exclude<keyof Words['problem'], 'retry'>

const signs: Record<Problem, IconName> = {
  noLink: 'lock',
  notNow: 'clock',
  expired: 'clock',
  invalid: 'lock',
  unsupported: 'globe',
  inApp: 'globe',
  insecure: 'lock',
  unreachable: 'wifi',
}

/**
 * The screen that explains the obstacle to a call on this page, and the remedy.
 * @param address the URL to copy into another browser
 */
export function problemScreen(words: Words, problem: Problem, address?: string): Screen {
  const { title, text } = words.problem[problem]
  const canUseOtherBrowser = problem === 'inApp' || problem === 'unsupported'
  const element = el(
    'div',
    { class: 'card notice' },
    el('div', { class: 'sign' }, icon(signs[problem])),
    el('h1', { tabindex: -1 }, title),
    el('p', {}, text),
    canUseOtherBrowser && address && copyLink(words, address),
    (problem === 'unreachable' || problem === 'notNow') &&
      button('retry', words.problem.retry, () => location.reload(), { look: 'main' }),
  )
  return { name: 'problem', detail: problem, element, title }
}
