import { el } from '../page/dom.ts'
import { icon } from '../page/icons.ts'
import type { Words } from '../words/words.ts'

/** What fills the page in one of its states. */
export type Screen = {
  name: 'problem' | 'before' | 'waiting' | 'call' | 'over'
  /** Which problem, or which end. */
  detail?: string
  element: HTMLElement
  /** In the title of the window. */
  title: string
  close?(): void
}

/** Where somebody is on their way in. People take a camera test for the waiting room when nothing says that it is not. */
export function steps({ steps: said }: Words, current: 0 | 1): HTMLElement {
  const step = (text: string, index: number) =>
    el(
      'li',
      { 'aria-current': index === current && 'step', 'data-done': index < current },
      el('span', { class: 'step-sign' }, index < current ? icon('check') : String(index + 1)),
      el('span', {}, text),
    )
  return el('ol', { class: 'steps', 'aria-label': said.label }, ...[said.check, said.wait, said.meet].map(step))
}
