import { el } from '../page/dom.ts'
import { icon } from '../page/icons.ts'
import type { Words } from '../words/words.ts'

/** A screen of the page, of which one is shown at a time. */
export type Screen = {
  name: 'problem' | 'birth-date' | 'code' | 'before' | 'waiting' | 'call' | 'over'
  /** The problem, or the reason for the end. */
  detail?: string
  element: HTMLElement
  /** The window's title. */
  title: string
  close?(): void
}

/** The progress towards the call. Without it users mistake the camera check for the waiting room. */
export function steps({ steps: texts }: Words, current: 0 | 1): HTMLElement {
  const step = (text: string, index: number) =>
    el(
      'li',
      { 'aria-current': index === current && 'step', 'data-done': index < current },
      el('span', { class: 'step-sign' }, index < current ? icon('check') : String(index + 1)),
      el('span', {}, text),
    )
  return el('ol', { class: 'steps', 'aria-label': texts.label }, ...[texts.check, texts.wait, texts.meet].map(step))
}
