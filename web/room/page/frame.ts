import type { Screen } from '../screens/screen.ts'
import type { Words } from '../words/words.ts'
import { el, put } from './dom.ts'

/** Long enough for a screen reader to announce it. */
const READ_MS = 10_000

/** The frame around the screens, which shows one at a time. */
export function frameOf(words: Words) {
  const news = el('div', { class: 'sr', role: 'log' })
  const main = el('main', { id: 'room' })
  document.body.append(header(words), main, news)
  let screen: Screen | undefined
  const updateTitle = () => {
    document.title = `${screen?.title} · Medina Care`
  }
  return {
    /** Sets the window's title to the screen's, which may have changed. */
    updateTitle,
    /** Announces texts to a screen reader one after the other, without replacing unread ones. */
    announce(text: string) {
      const line = el('p', {}, text)
      news.append(line)
      setTimeout(() => line.remove(), READ_MS)
    },
    show(next: Screen) {
      const isFirst = screen === undefined
      screen?.close?.()
      screen = next
      main.replaceChildren(next.element)
      document.body.dataset.screen = next.name
      put(main, 'data-screen', next.name)
      put(main, 'data-detail', next.detail)
      updateTitle()
      // Makes a screen reader announce the new screen; the first one is announced by the browser.
      if (!isFirst) next.element.querySelector<HTMLElement>('h1')?.focus()
    },
  }
}

export type Frame = ReturnType<typeof frameOf>

function header({ language, languages }: Words): HTMLElement {
  const names = { fr: 'Français', ar: 'العربية', en: 'English' }
  const links = Object.entries(names).map(([code, name]) =>
    el(
      'li',
      {},
      el('a', { href: `?lang=${code}`, lang: code, hreflang: code, 'aria-current': code === language && 'true' }, name),
    ),
  )
  return el(
    'header',
    { class: 'page-header' },
    el('span', { class: 'brand' }, el('img', { src: '/docs/icon.svg', alt: '', width: 28, height: 28 }), 'Medina Care'),
    el('nav', { 'aria-label': languages }, el('ul', {}, ...links)),
  )
}
