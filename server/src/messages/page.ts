import { type Html, html } from '../lib/html.ts'
import type { Language } from './channels.ts'

/** What an e-mail says as a page. */
export type Page = {
  language: Language
  title: string
  /** Paragraphs with an empty line between them. */
  text: string
  organization: string
  /** Addresses in the text that are to be followed. */
  addresses: string[]
}

/**
 * Mail programs know few styles and drop style sheets, so each element carries its own; colours are left to the reader's
 * program, light or dark. Nothing is fetched from anywhere, which would tell when somebody has read it.
 */
export const page = ({ language, title, text, organization, addresses }: Page): string =>
  html`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
</head>
<body>
${text.split(/\n{2,}/).map((paragraph) => html`<p>${paragraph}</p>`)}
<p>${organization}</p>
${addresses.map((address): Html => html`${address}`)}
</body>
</html>
`.text
