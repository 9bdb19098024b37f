import type { Screen } from '../screens/screen.ts'
import type { Words } from '../words/words.ts'
import { el, put } from './dom.ts'

/** Long enough for a screen reader to take it up. */
const READ_MS = 10_000

/** What is around every screen, and shows one after the other. */
export function frameOf(words: Words) {
  const news = el('div', { class: 'sr', role: 'log' })
  const main = el('main', { id: 'room' })
  document.body.append(header(words), main, news)
  let screen: Screen | undefined
  const entitle = () => {
    document.title = `${screen?.title} · Medina Care`
  }
  return {
    /** In the title of the window, which a screen may change. */
    entitle,
    /** To a screen reader, one after the other: what follows does not take the place of what was not read yet. */
    announce(text: string) {
      const said = el('p', {}, text)
      news.append(said)
      setTimeout(() => said.remove(), READ_MS)
    },
    show(next: Screen) {
      const isFirst = screen === undefined
      screen?.close?.()
      screen = next
      main.replaceChildren(next.element)
      document.body.dataset.screen = next.name
      put(main, 'data-screen', next.name)
      put(main, 'data-detail', next.detail)
      entitle()
      // Who hears the page hears that it is another; at first the browser reads it anyway.
      if (!isFirst) next.element.querySelector<HTMLElement>('h1')?.focus()
    },
  }
}

export type Frame = ReturnType<typeof frameOf>

function header({ language, languages }: Words): HTMLElement {
  const tongues = { fr: 'Français', ar: 'العربية', en: 'English' }
  const links = Object.entries(tongues).map(([code, name]) =>
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
