import type { Built } from '../../../http/pages/built.ts'
import { switcherTexts } from '../../../http/pages/language.ts'
import type { Language } from '../../../lib/channels.ts'
import { type Html, html } from '../../../lib/html.ts'

/** Where the files of the page are served. */
export const ASSETS = '/console/assets'

const texts: Record<Language, { title: string; noScript: string }> = {
  fr: {
    title: 'Console · Medina Care',
    noScript:
      'Cette page a besoin de JavaScript, que votre navigateur a désactivé. Activez-le, puis rechargez la page.',
  },
  ar: {
    title: 'لوحة التحكم · Medina Care',
    noScript: 'تحتاج هذه الصفحة إلى JavaScript، وهو معطّل في متصفحك. فعّله ثم أعد تحميل الصفحة.',
  },
  en: {
    title: 'Console · Medina Care',
    noScript:
      'This page needs JavaScript, which is switched off in your browser. Switch it on, then load the page again.',
  },
}

/** The page of all screens, the same for all users. */
export function consolePage(language: Language, { entry }: Built): Html {
  const script = entry(language)
  const address = (file: string) => `${ASSETS}/${file}`
  return html`<!doctype html>
<html lang="${language}" dir="${switcherTexts[language].dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${texts[language].title}</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${address(entry('style').file)}">
<script type="module" src="${address(script.file)}"></script>${script.imports.map(
    (file) => html`\n<link rel="modulepreload" href="${address(file)}">`,
  )}
</head>
<body>
<div id="console"></div>
<noscript><p>${texts[language].noScript}</p></noscript>
</body>
</html>
`
}
