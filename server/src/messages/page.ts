import type { Language } from '../lib/channels.ts'
import { type Html, html } from '../lib/html.ts'

/** The content of an HTML e-mail. */
type Page = {
  language: Language
  title: string
  /** Paragraphs separated by empty lines. */
  text: string
  organization: string
  /** URLs in the text to make clickable. */
  links: string[]
}

const FONT = 'font:17px/1.6 system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,Noto Sans Arabic,sans-serif'

/**
 * Styles are inline because mail programs drop style sheets. Colours follow the mail program, light or dark. The page loads
 * nothing, because a request would reveal when the message was read.
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
  paragraph.split('\n').map((line, index) => html`${index > 0 && html`<br>\n`}${linked(line, links)}`)

/** A line with clickable links. Their text is the URL, so that recipients see where it leads. */
function linked(line: string, links: string[]): (Html | string)[] {
  if (links.length === 0) return [line]
  const longestFirst = links.toSorted((a, b) => b.length - a.length)
  return line
    .split(new RegExp(`(${longestFirst.map(RegExp.escape).join('|')})`))
    .map((piece) => (links.includes(piece) ? html`<a href="${piece}" dir="ltr">${piece}</a>` : piece))
}
