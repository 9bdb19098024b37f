import type { CallSnapshot, ChatMessage, SharedFile } from '../call/call.ts'
import { button } from '../page/button.ts'
import { el, setAttribute, setHidden, setText, syncList, type View } from '../page/dom.ts'
import { icon } from '../page/icons.ts'
import type { OpenPage } from '../page/page.ts'

const LONGEST = 2000
/** Loaded with the first file; undefined without a connection. */
const sharedFiles = () => import('../page/shared-files.ts').catch(() => undefined)

/** Messages of others after a given one. A count would be wrong, because the oldest messages are dropped. */
export const receivedAfter = (chat: readonly ChatMessage[], last: ChatMessage | undefined): ChatMessage[] =>
  chat.slice(chat.findIndex(({ id }) => id === last?.id) + 1).filter(({ isMine }) => !isMine)

/**
 * The chat. URLs do not become links, to prevent phishing.
 * @param say undefined for an observer, who only reads
 */
export function chatPanel(
  page: OpenPage,
  say: ((text: string, file?: SharedFile) => void) | undefined,
): View<CallSnapshot> & { field: HTMLElement | undefined } {
  const {
    words: { chat, you, roles },
    formats,
  } = page
  const list = el('ol', {})
  // The keyboard scrolls what has the focus.
  const log = el('div', { class: 'messages', role: 'log', 'aria-label': chat.title, tabindex: 0 }, list)
  const empty = el('p', { class: 'soft empty' }, say && chat.empty)
  const status = el('p', { class: 'file-status small', role: 'status' })
  const writing = say && writingField(page, say, status)

  const message = (): View<ChatMessage> => {
    const [who, when, text] = [el('bdi', {}), el('time', {}), el('p', { class: 'text', dir: 'auto' })]
    const pending = el('p', { class: 'pending' }, chat.pending)
    const file = el('p', { class: 'file' })
    return {
      element: el('li', {}, el('p', { class: 'who' }, who, when), text, file, pending),
      show({ from, isMine, at, text: content, file: shared, isDelivered }) {
        if (shared && !file.firstChild) file.append(opener(page, shared, status))
        setHidden(text, shared !== undefined)
        setHidden(file, shared === undefined)
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
    element: el('div', { class: 'chat' }, log, empty, status, writing?.element, el('p', { class: 'small' }, chat.note)),
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

/** A button that opens a shared file in a new tab. */
function opener({ words, formats, link }: OpenPage, { id, name, size }: SharedFile, status: HTMLElement): HTMLElement {
  const { files } = words.chat
  const open = async () => {
    const address = await (await sharedFiles())?.addressOf(link, id)
    setText(status, address === undefined ? files.notOpened : '')
    if (address !== undefined) el('a', { href: address, target: '_blank', rel: 'noopener' }).click()
  }
  return button('open-file', files.open(name, formats.size(size)), () => void open(), { look: 'quiet', sign: 'attach' })
}

/** A text field that grows with its lines, and sends on Enter, with a button that shares a file. */
function writingField({ words, link }: OpenPage, say: (text: string, file?: SharedFile) => void, status: HTMLElement) {
  const { write: label, send: sendLabel, files } = words.chat
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
  let isSharing = false
  const share = async (file: File) => {
    isSharing = true
    setText(status, files.sharing(file.name))
    const shared = (await (await sharedFiles())?.shareFile(link, file)) ?? 'failed'
    isSharing = false
    setText(status, typeof shared === 'string' ? files.faults[shared] : '')
    if (typeof shared !== 'string') say(shared.name, shared)
  }
  const picker = el('input', {
    type: 'file',
    accept: 'application/pdf,image/jpeg,image/png',
    hidden: true,
    tabindex: -1,
  })
  picker.addEventListener('change', () => {
    const [file] = picker.files ?? []
    if (file) void share(file)
    picker.value = ''
  })
  const attachButton = el(
    'button',
    { type: 'button', class: 'control attach', 'data-do': 'attach', title: files.share },
    icon('attach'),
    el('span', { class: 'control-name' }, files.share),
  )
  attachButton.addEventListener('click', () => {
    if (!isSharing) picker.click()
  })
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
  const element = el('form', { class: 'write' }, attachButton, picker, field, sendButton)
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
      setAttribute(attachButton, 'disabled', !isHeard)
    },
  }
}
