import { button } from '../page/button.ts'
import { el } from '../page/dom.ts'
import type { Words } from '../words/words.ts'

/** Asks for confirmation before the consultation ends for all participants, which cannot be undone. */
export function endDialog({ call }: Words, end: () => void) {
  const element: HTMLDialogElement = el(
    'dialog',
    { class: 'night', 'aria-labelledby': 'end-title' },
    el('h2', { id: 'end-title' }, call.endTitle),
    el('p', {}, call.endText),
    el(
      'div',
      { class: 'choice' },
      button('end-cancel', call.endCancel, () => element.close(), { look: 'quiet' }),
      button(
        'end-confirm',
        call.endConfirm,
        () => {
          element.close()
          end()
        },
        { look: 'danger' },
      ),
    ),
  )
  return {
    element,
    ask() {
      if ('showModal' in element) element.showModal()
      // Safari before 15.4 has no dialogs.
      else if (window.confirm(`${call.endTitle}\n\n${call.endText}`)) end()
    },
  }
}
