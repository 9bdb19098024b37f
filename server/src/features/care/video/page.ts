import type { Built } from '../../../http/pages/built.ts'
import { scriptedPage } from '../../../http/pages/scripted.ts'
import type { Language } from '../../../lib/channels.ts'
import { type Html, html } from '../../../lib/html.ts'

/** Where the files of the page are served. */
export const ASSETS = '/room/assets'

/** The video provider and its URL, which the page's scripts read. */
export type VideoServer = {
  provider: 'embedded' | 'livekit'
  url: string
}

const titles: Record<Language, string> = { fr: 'Consultation', ar: 'الاستشارة', en: 'Consultation' }

/** The page of a room, the same for every room and participant: the token is in the fragment of the URL. */
export const roomPage = (language: Language, { provider, url }: VideoServer, built: Built): Html =>
  scriptedPage({
    language,
    title: titles[language],
    built,
    assets: ASSETS,
    attributes: html` data-provider="${provider}" data-url="${url}"`,
    viewport: ', viewport-fit=cover, interactive-widget=resizes-content',
    meta: html`<meta name="format-detection" content="telephone=no">\n`,
  })
