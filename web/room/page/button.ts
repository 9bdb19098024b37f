import { el, setAttribute, setText } from './dom.ts'
import { draw, type IconName, icon } from './icons.ts'

/** The action of a button, used by styles and tests. */
type Verb =
  | 'join'
  | 'back'
  | 'audio-only'
  | 'no-video'
  | 'video'
  | 'captions'
  | 'chat-only'
  | 'send-code'
  | 'rejoin'
  | 'next'
  | 'retry'
  | 'retry-device'
  | 'without-device'
  | 'copy-link'
  | 'notify'
  | 'sound'
  | 'mic'
  | 'camera'
  | 'flip'
  | 'share'
  | 'hand'
  | 'chat'
  | 'people'
  | 'devices'
  | 'leave'
  | 'end'
  | 'end-cancel'
  | 'end-confirm'
  | 'admit'
  | 'deny'
  | 'late'
  | 'allow'
  | 'attach'
  | 'open-file'
  | 'to-lobby'
  | 'kick'

/** A button with a text, and an optional icon in front of it. */
export function button(
  verb: Verb,
  text: string,
  onclick: () => void,
  { look = 'plain', sign }: { look?: 'main' | 'plain' | 'quiet' | 'danger'; sign?: IconName } = {},
): HTMLButtonElement {
  return el(
    'button',
    { type: 'button', class: look, 'data-do': verb, onclick },
    sign && icon(sign),
    el('span', {}, text),
  )
}

/** A round icon button. Its text is the tooltip, and for screen readers. */
export function control(verb: Verb, sign: IconName, label: string, onclick: () => void, key?: string): Control {
  const svg = icon(sign)
  const name = el('span', { class: 'control-name' }, label)
  const element = el(
    'button',
    { type: 'button', class: 'control', 'data-do': verb, 'aria-keyshortcuts': key, onclick },
    svg,
    name,
  )
  return {
    element,
    show(sign, label, state = {}) {
      draw(svg, sign)
      setText(name, label)
      setAttribute(element, 'title', key ? `${label} (${key})` : label)
      setAttribute(element, 'data-state', state.look)
      setAttribute(element, 'aria-pressed', state.pressed === undefined ? undefined : String(state.pressed))
      setAttribute(element, 'aria-expanded', state.expanded === undefined ? undefined : String(state.expanded))
    },
  }
}

export type Control = {
  element: HTMLButtonElement
  show(
    sign: IconName,
    label: string,
    state?: { look?: 'off' | 'on' | 'fault' | undefined; pressed?: boolean; expanded?: boolean },
  ): void
}
