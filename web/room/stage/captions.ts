import type { CallSnapshot, Peer } from '../call/call.ts'
import { canAskForLanguages, prepareLanguage, recognise, recognisedLanguages, type Spoken } from '../devices/speech.ts'
import { button } from '../page/button.ts'
import { el, setHidden, setText, syncList, type View } from '../page/dom.ts'
import type { Page } from '../page/page.ts'
import { picker } from '../page/pickers.ts'
import { storeIn } from '../store.ts'
import { languageNames } from '../words/words.ts'

const CHOICE = 'captions'
/** How long a sentence stays after its last word. */
const READING_MS = 8000

/**
 * Captions of what the others say, recognised on this device in a chosen language. The choice is kept for the next visit; the words
 * are not kept.
 */
export function captions({ words }: Page) {
  const { call, roles } = words
  const texts = call.captions
  const store = storeIn(() => window.localStorage)
  let languages: Spoken[] = []
  let chosen: Spoken | undefined
  let attempts = 0
  let peers: readonly Peer[] = []

  const opener = button('captions', texts.label, () => void open())
  const chooser = picker(texts.label, (language) => void choose(language))
  const state = el('p', { class: 'soft', role: 'status' })
  const settings = el('div', { class: 'captions-choice' }, opener, chooser.element, state)
  setHidden(settings, !canAskForLanguages())
  chooser.show([], undefined)
  const element = el('div', { class: 'captions', role: 'region', 'aria-label': texts.label })
  const showLines = syncList(
    element,
    ({ peerId, sid }: Peer) => `${peerId} ${sid} ${chosen?.tag}`,
    () => line(chosen!, roles, fail),
  )

  /** Offers the languages of this device. They are asked for only now: some builds of Chromium crash on the question. */
  async function open(): Promise<void> {
    languages = await recognisedLanguages()
    setHidden(opener, true)
    if (languages.length === 0) return fail()
    const options = languages.map(({ language }) => ({ id: language, label: languageNames[language] }))
    chooser.show([{ id: '', label: texts.off }, ...options], chosen?.language ?? '')
    chooser.element.querySelector('select')!.focus()
  }

  async function choose(language: string): Promise<void> {
    const attempt = ++attempts
    store.write(CHOICE, undefined)
    setChosen(undefined)
    const spoken = languages.find((one) => one.language === language)
    setText(state, spoken ? texts.loading : '')
    if (!spoken) return
    const isReady = await prepareLanguage(spoken)
    if (attempt !== attempts) return // another choice meanwhile
    if (!isReady) return fail()
    setText(state, texts.note)
    store.write(CHOICE, spoken)
    setChosen(spoken)
  }

  function fail(): void {
    setText(state, texts.failed)
    store.write(CHOICE, undefined)
    setChosen(undefined)
  }

  function setChosen(next: Spoken | undefined): void {
    chosen = next
    draw()
  }

  function draw(): void {
    setHidden(element, !chosen)
    showLines(chosen ? peers.filter(({ stream }) => stream !== null) : [])
  }

  if (canAskForLanguages()) setChosen(store.read(CHOICE) as Spoken | undefined)
  else draw()

  return {
    element,
    settings,
    show(now: CallSnapshot) {
      peers = now.peers
      draw()
    },
    close: () => showLines([]),
  }
}

/** The current sentence of a participant. */
function line({ language, tag }: Spoken, roles: Page['words']['roles'], failed: () => void): View<Peer> {
  const name = el('bdi', { class: 'speaker' })
  const text = el('span', { lang: language, dir: 'auto' })
  const element = el('p', { class: 'caption' }, el('span', {}, name, ' ', text))
  setHidden(element, true)
  let stop: (() => void) | undefined
  let ending: ReturnType<typeof setTimeout> | undefined
  const heard = (words: string) => {
    setText(text, words)
    setHidden(element, false)
    clearTimeout(ending)
    ending = setTimeout(() => setHidden(element, true), READING_MS)
  }
  return {
    element,
    show(peer) {
      setText(name, peer.name || roles[peer.role])
      const [track] = peer.stream?.getAudioTracks() ?? []
      if (track) stop ??= recognise(track, tag, heard, failed)
    },
    close() {
      clearTimeout(ending)
      stop?.()
    },
  }
}
