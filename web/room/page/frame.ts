import type { Screen } from '../screens/screen.ts'
import { languageNames, type Words } from '../words/words.ts'
import { el, setAttribute } from './dom.ts'

/** Long enough for a screen reader to read an announcement. */
const ANNOUNCEMENT_MS = 10_000

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
    /** Updates the window's title from the current screen. */
    updateTitle,
    /** Announces texts to a screen reader one after the other, without replacing unread ones. */
    announce(text: string) {
      const line = el('p', {}, text)
      news.append(line)
      setTimeout(() => line.remove(), ANNOUNCEMENT_MS)
    },
    show(next: Screen) {
      const isFirst = screen === undefined
      screen?.close?.()
      screen = next
      main.replaceChildren(next.element)
      document.body.dataset.screen = next.name
      setAttribute(main, 'data-screen', next.name)
      setAttribute(main, 'data-detail', next.detail)
      updateTitle()
      // Focus makes a screen reader announce the new screen. The browser announces the first one.
      if (!isFirst) next.element.querySelector<HTMLElement>('h1')?.focus()
    },
  }
}

export type Frame = ReturnType<typeof frameOf>

function header({ language, languages }: Words): HTMLElement {
  const links = Object.entries(languageNames).map(([code, name]) =>
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
