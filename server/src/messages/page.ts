import { type Html, html } from '../lib/html.ts'
import type { Language } from './channels.ts'

/** What an e-mail says as a page. */
type Page = {
  language: Language
  title: string
  /** Paragraphs with an empty line between them. */
  text: string
  organization: string
  /** Addresses in the text that are to be followed. */
  links: string[]
}

const FONT = 'font:17px/1.6 system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,Noto Sans Arabic,sans-serif'

/**
 * Mail programs drop style sheets, so each element carries its own; colours are the reader's program's, light or dark.
 * Nothing is fetched from anywhere, which would tell when somebody has read it.
 */
export const page = ({ language, title, text, organization, links }: Page): string =>
  html`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}" style="color-scheme:light dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
</head>
<body style="margin:0;padding:24px;${FONT}">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
<p style="margin:0 0 24px;padding:0 0 12px;border-bottom:2px solid #0b8378;font-weight:600"><bdi>${organization}</bdi></p>
${text.split(/\n{2,}/).map((paragraph) => html`<p style="margin:0 0 16px">${linesOf(paragraph, links)}</p>\n`)}</div>
</body>
</html>
`.text

const linesOf = (paragraph: string, links: string[]): Html[] =>
  paragraph.split('\n').map((line, at) => html`${at > 0 && html`<br>\n`}${linked(line, links)}`)

/** A line with its links as such. They are shown as they are: who gets a message should see where it leads. */
function linked(line: string, links: string[]): (Html | string)[] {
  if (links.length === 0) return [line]
  const longestFirst = links.toSorted((a, b) => b.length - a.length)
  return line
    .split(new RegExp(`(${longestFirst.map(RegExp.escape).join('|')})`))
    .map((piece) => (links.includes(piece) ? html`<a href="${piece}" dir="ltr">${piece}</a>` : piece))
}
