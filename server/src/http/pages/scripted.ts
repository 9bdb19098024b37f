import type { Language } from '../../lib/channels.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Built } from './built.ts'
import { switcherTexts } from './language.ts'

const noScript: Record<Language, string> = {
  fr: 'Cette page a besoin de JavaScript, que votre navigateur a désactivé. Activez-le, puis rechargez la page.',
  ar: 'تحتاج هذه الصفحة إلى JavaScript، وهو معطّل في متصفحك. فعّله ثم أعد تحميل الصفحة.',
  en: 'This page needs JavaScript, which is switched off in your browser. Switch it on, then load the page again.',
}

type Scripted = {
  language: Language
  title: string
  built: Built
  /** The path of its files. */
  assets: string
  /** Further attributes of the root element. */
  attributes?: Html
  /** Further properties of the viewport. */
  viewport?: string
  /** Further elements of the head. */
  meta?: Html
  body?: Html
}

/** A page whose content is created by a script of web/build. */
export function scriptedPage({
  language,
  title,
  built: { entry },
  assets,
  attributes,
  viewport = '',
  meta,
  body,
}: Scripted): Html {
  const script = entry(language)
  return html`<!doctype html>
<html lang="${language}" dir="${switcherTexts[language].dir}"${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1${viewport}">
<meta name="color-scheme" content="light dark">
${meta}<meta name="robots" content="noindex">
<title>${title} · Medina Care</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets}/${entry('style').file}">
<script type="module" src="${assets}/${script.file}"></script>${script.imports.map(
    (file) => html`\n<link rel="modulepreload" href="${assets}/${file}">`,
  )}
</head>
<body>
${body}<noscript><p class="no-script">${noScript[language]}</p></noscript>
</body>
</html>
`
}
