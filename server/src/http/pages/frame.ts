import type { Language } from '../../lib/channels.ts'
import { type Html, html } from '../../lib/html.ts'
import { languages, switcherTexts } from './language.ts'

export const FRAME_STYLE = '/pages/frame.css'
/** Makes the buttons of `copyButton` work. */
export const COPY_SCRIPT = '/pages/copy.js'

type Frame = {
  language: Language
  title: string
  /** The class of its `<main>`. */
  kind: string
  /** URLs of its own stylesheets, if any. */
  style?: string | readonly string[]
  /** URL of its script. */
  script?: string
  /** Whether its script calls this site. */
  fetches?: boolean
  /** Whether it links to other languages; true by default. */
  inOtherLanguages?: boolean
  /** Further parameters of those links. */
  parameters?: Record<string, string> | undefined
  body: Html
}

/** A page to send, and whether its content security policy allows scripts, and scripts that call this site. */
export type Page = { text: string; runsScript: boolean; fetches?: boolean }

/** The layout of pages for people who are not signed in: a header with the languages, and one card. */
export function framed({
  language,
  title,
  kind,
  style,
  script,
  fetches = false,
  inOtherLanguages = true,
  parameters,
  body,
}: Frame): Page {
  const { text } = html`<!doctype html>
<html lang="${language}" dir="${switcherTexts[language].dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
${[FRAME_STYLE, ...[style ?? []].flat()].map((url) => html`<link rel="stylesheet" href="${url}">\n`)}${script !== undefined && html`\n<script type="module" src="${script}"></script>`}
</head>
<body>
<header><span class="brand"><img src="/docs/icon.svg" alt="" width="28" height="28">Medina Care</span>${inOtherLanguages && languageLinks(language, parameters)}</header>
<main class="${kind}">${body}
</main>
</body>
</html>
`
  return { text, runsScript: script !== undefined, fetches }
}

/** A button that copies the text of the element before it. It is hidden until the script is loaded. */
export const copyButton = (language: Language): Html => {
  const { copy, copied } = switcherTexts[language]
  return html`<button type="button" class="copy" data-copied="${copied}" aria-live="polite" hidden>${copy}</button>`
}

const languageLinks = (current: Language, parameters: Record<string, string> = {}): Html => html`
<nav aria-label="${switcherTexts[current].choice}"><ul>${languages.map(
  (one) => html`
<li><a href="?${new URLSearchParams({ lang: one, ...parameters }).toString()}" lang="${one}" hreflang="${one}"${one === current && html` aria-current="true"`}>${switcherTexts[one].name}</a></li>`,
)}</ul></nav>`
