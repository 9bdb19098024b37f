import { SHOWN_MS, say } from './toasts.tsx'

const pending = new Set<() => void>()

const sendAll = () => {
  for (const send of pending) send()
}
// A browser may end a hidden page without a further event.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) sendAll()
})
addEventListener('pagehide', sendAll)

/**
 * Shows a message with an undo button, and sends a change when the message disappears. For changes that the server cannot
 * undo. When the page is left, the change is sent at once.
 */
export function postpone(text: string, { send, undo }: { send: () => void; undo: () => void }): void {
  const end = () => {
    pending.delete(sendNow)
    clearTimeout(timer)
  }
  const sendNow = () => {
    end()
    dismiss()
    send()
  }
  const dismiss = say(text, () => {
    end()
    undo()
  })
  const timer = setTimeout(sendNow, SHOWN_MS)
  pending.add(sendNow)
}
