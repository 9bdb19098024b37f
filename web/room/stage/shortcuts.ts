import type { CaptureKind } from '../devices/capture.ts'
import { el } from '../page/dom.ts'
import type { Page } from '../page/page.ts'
import { storeIn } from '../store.ts'

/** Keys by position, because an Arabic keyboard has other letters there. */
const kinds: Record<string, CaptureKind> = { KeyM: 'audio', KeyV: 'camera' }
const SINGLE_KEYS = 'single-keys'

/**
 * Shortcuts for microphone and camera: Alt+M and Alt+V, and the letters alone unless the user switches them off, because
 * speech input types letters (WCAG 2.1.4).
 */
export function shortcuts({ words: { call } }: Page, toggle: (kind: CaptureKind) => void) {
  const store = storeIn(() => window.localStorage)
  const choice = el('input', { type: 'checkbox' })
  choice.checked = store.read(SINGLE_KEYS) !== false
  choice.addEventListener('change', () => store.write(SINGLE_KEYS, choice.checked))
  return {
    element: el('label', { class: 'option' }, choice, el('span', {}, call.singleKeys)),
    keyPressed(event: KeyboardEvent) {
      const kind = kinds[event.code]
      if (!kind || event.repeat || event.shiftKey || !(event.altKey || choice.checked) || isTyping(event)) return
      event.preventDefault() // Firefox would open a menu
      toggle(kind)
    },
  }
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type="checkbox"]), textarea, select, dialog') !== null
