import type { Built } from '../../../http/pages/built.ts'
import { switcherTexts } from '../../../http/pages/language.ts'
import type { Language } from '../../../lib/channels.ts'
import { type Html, html } from '../../../lib/html.ts'

/** Where the files of the page are served. */
export const ASSETS = '/room/assets'

/** The video provider and its URL, which the page's scripts read. */
export type VideoServer = {
  provider: 'embedded' | 'livekit'
  url: string
}

const texts: Record<Language, { title: string; noScript: string }> = {
  fr: {
    title: 'Consultation · Medina Care',
    noScript:
      'Cette page a besoin de JavaScript, que votre navigateur a désactivé. Activez-le, puis rechargez la page.',
  },
  ar: {
    title: 'الاستشارة · Medina Care',
    noScript: 'تحتاج هذه الصفحة إلى JavaScript، وهو معطّل في متصفحك. فعّله ثم أعد تحميل الصفحة.',
  },
  en: {
    title: 'Consultation · Medina Care',
    noScript:
      'This page needs JavaScript, which is switched off in your browser. Switch it on, then load the page again.',
  },
}

/** The page of a room, the same for every room and participant: the token is in the fragment of the URL. */
export function roomPage(language: Language, { provider, url }: VideoServer, { entry }: Built): Html {
  const script = entry(language)
  const address = (file: string) => `${ASSETS}/${file}`
  return html`<!doctype html>
<html lang="${language}" dir="${switcherTexts[language].dir}" data-provider="${provider}" data-url="${url}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="robots" content="noindex">
<title>${texts[language].title}</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${address(entry('style').file)}">
<script type="module" src="${address(script.file)}"></script>${script.imports.map(
    (file) => html`\n<link rel="modulepreload" href="${address(file)}">`,
  )}
</head>
<body>
<noscript><p class="no-script">${texts[language].noScript}</p></noscript>
</body>
</html>
`
}
