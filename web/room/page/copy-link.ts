import type { Words } from '../words/words.ts'
import { button } from './button.ts'
import { el, setText } from './dom.ts'

/** A URL with its secret, to be opened in another browser. */
export function copyLink(words: Words, address: string): HTMLElement {
  const shown = el('input', {
    class: 'address',
    readonly: true,
    value: address,
    dir: 'ltr',
    'aria-label': words.copyLink,
  })
  const copy = button('copy-link', words.copyLink, () => void copied(), { look: 'main', sign: 'copy' })
  const copied = async () => {
    shown.select()
    // In-app browsers often refuse access to the clipboard. Then the user can copy the selected text.
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    )
    if (isCopied ?? document.execCommand('copy')) setText(copy.lastElementChild!, words.copied)
  }
  return el('div', { class: 'copy' }, shown, copy)
}
