import type { CallSnapshot, ChatMessage } from '../call/call.ts'
import { el, hide, put, syncList, type View, write } from '../page/dom.ts'
import { icon } from '../page/icons.ts'
import type { Page } from '../page/page.ts'

const LONGEST = 2000

/** Messages of others after a given one; a count would fail, because the oldest messages are dropped. */
export const receivedAfter = (chat: readonly ChatMessage[], last: ChatMessage | undefined): ChatMessage[] =>
  chat.slice(chat.findIndex(({ id }) => id === last?.id) + 1).filter(({ isMine }) => !isMine)

/**
 * The chat. Text stays plain: URLs do not become links, to prevent phishing.
 * @param say undefined for an observer, who only reads
 */
export function chatPanel(
  { words: { chat, you, roles }, formats }: Page,
  say: ((text: string) => void) | undefined,
): View<CallSnapshot> & { field: HTMLElement | undefined } {
  const list = el('ol', { class: 'messages', role: 'log', 'aria-label': chat.title })
  const empty = el('p', { class: 'soft empty' }, say && chat.empty)
  const writing = say && writingField(chat, say)

  const message = (): View<ChatMessage> => {
    const [who, when, text] = [el('bdi', {}), el('time', {}), el('p', { class: 'text', dir: 'auto' })]
    const pending = el('p', { class: 'pending' }, chat.pending)
    return {
      element: el('li', {}, el('p', { class: 'who' }, who, when), text, pending),
      show({ from, isMine, at, text: content, isDelivered }) {
        put(text.parentElement!, 'data-mine', isMine)
        write(who, isMine ? you : from.name || roles[from.role])
        write(when, formats.clock(at))
        write(text, content)
        hide(pending, isDelivered)
      },
    }
  }
  const showMessages = syncList(list, ({ id }: ChatMessage) => id, message)
  let newest: string | undefined
  return {
    field: writing?.field,
    element: el('div', { class: 'chat' }, list, empty, writing?.element, el('p', { class: 'small' }, chat.note)),
    show({ chat: messages, peers }) {
      // Without peers a message would reach no participant, not even later ones.
      writing?.show(peers.length > 0)
      const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80
      showMessages(messages)
      hide(empty, messages.length > 0)
      hide(list, messages.length === 0)
      const last = messages[messages.length - 1]
      if (last?.id !== newest && (isAtEnd || last?.isMine)) list.scrollTop = list.scrollHeight
      newest = last?.id
    },
  }
}

/** A field that grows with its lines, and sends by Enter. */
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
      put(field, 'disabled', !isHeard)
      put(sendButton, 'disabled', !isHeard)
    },
  }
}
