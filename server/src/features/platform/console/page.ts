import type { Built } from '../../../http/pages/built.ts'
import { scriptedPage } from '../../../http/pages/scripted.ts'
import type { Language } from '../../../lib/channels.ts'
import { type Html, html } from '../../../lib/html.ts'

/** Where the files of the page are served. */
export const ASSETS = '/console/assets'

const titles: Record<Language, string> = { fr: 'Console', ar: 'لوحة التحكم', en: 'Console' }

/** The page of all screens, the same for all users. */
export const consolePage = (language: Language, built: Built): Html =>
  scriptedPage({
    language,
    title: titles[language],
    built,
    assets: ASSETS,
    body: html`<div id="console"></div>\n`,
  })
