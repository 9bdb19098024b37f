import type { CallSnapshot, ChatMessage } from '../call/call.ts'
import { el, setAttribute, setHidden, setText, syncList, type View } from '../page/dom.ts'
import { icon } from '../page/icons.ts'
import type { Page } from '../page/page.ts'

const LONGEST = 2000

/** Messages of others after a given one. A count would be wrong, because the oldest messages are dropped. */
export const receivedAfter = (chat: readonly ChatMessage[], last: ChatMessage | undefined): ChatMessage[] =>
  chat.slice(chat.findIndex(({ id }) => id === last?.id) + 1).filter(({ isMine }) => !isMine)

/**
 * The chat. URLs do not become links, to prevent phishing.
 * @param say undefined for an observer, who only reads
 */
export function chatPanel(
  { words: { chat, you, roles }, formats }: Page,
  say: ((text: string) => void) | undefined,
): View<CallSnapshot> & { field: HTMLElement | undefined } {
  const list = el('ol', {})
  // The keyboard scrolls what has the focus.
  const log = el('div', { class: 'messages', role: 'log', 'aria-label': chat.title, tabindex: 0 }, list)
  const empty = el('p', { class: 'soft empty' }, say && chat.empty)
  const writing = say && writingField(chat, say)

  const message = (): View<ChatMessage> => {
    const [who, when, text] = [el('bdi', {}), el('time', {}), el('p', { class: 'text', dir: 'auto' })]
    const pending = el('p', { class: 'pending' }, chat.pending)
    return {
      element: el('li', {}, el('p', { class: 'who' }, who, when), text, pending),
      show({ from, isMine, at, text: content, isDelivered }) {
        setAttribute(text.parentElement!, 'data-mine', isMine)
        setText(who, isMine ? you : from.name || roles[from.role])
        setText(when, formats.clock(at))
        setText(text, content)
        setHidden(pending, isDelivered)
      },
    }
  }
  const showMessages = syncList(list, ({ id }: ChatMessage) => id, message)
  let newest: string | undefined
  return {
    field: writing?.field,
    element: el('div', { class: 'chat' }, log, empty, writing?.element, el('p', { class: 'small' }, chat.note)),
    show({ chat: messages, peers }) {
      // Without peers a message would reach no participant, not even one who joins later.
      writing?.show(peers.length > 0)
      const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80
      showMessages(messages)
      setHidden(empty, messages.length > 0)
      setHidden(log, messages.length === 0)
      const last = messages[messages.length - 1]
      if (last?.id !== newest && (isAtEnd || last?.isMine)) log.scrollTop = log.scrollHeight
      newest = last?.id
    },
  }
}

/** A text field that grows with its lines, and sends on Enter. */
function writingField({ write: label, send: sendLabel }: Page['words']['chat'], say: (text: string) => void) {
  const field = el('textarea', {
    rows: 1,
    dir: 'auto',
    maxlength: LONGEST,
    placeholder: label,
    'aria-label': label,
    enterkeyhint: 'send',
  })
  const sendButton = el(
    'button',
    { class: 'control send', 'data-do': 'send', title: sendLabel },
    icon('send'),
    el('span', { class: 'control-name' }, sendLabel),
  )
  const grow = () => {
    field.style.height = ''
    field.style.height = `${Math.min(field.scrollHeight, 120)}px`
  }
  const send = () => {
    const text = field.value.trim()
    if (!text) return
    say(text)
    field.value = ''
    grow()
  }
  field.addEventListener('input', grow)
  field.addEventListener('keydown', (event) => {
    // Enter may confirm a suggestion of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    send()
  })
  const element = el('form', { class: 'write' }, field, sendButton)
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    send()
  })
  return {
    element,
    field,
    show(isHeard: boolean) {
      setAttribute(field, 'disabled', !isHeard)
      setAttribute(sendButton, 'disabled', !isHeard)
    },
  }
}
