import { COPY_SCRIPT, copyButton, framed, type Page } from '../../../http/pages/frame.ts'
import type { Language } from '../../../lib/channels.ts'
import { type Html, html } from '../../../lib/html.ts'
import { dayAndHour } from '../../../lib/moroccan-time.ts'
import { type Words, words } from './words.ts'

/** The path of the stylesheet. */
export const STYLE = '/access/page.css'

type Invitation = { organization: string; client: string; expires_at: Date }

/** The page before use: an explanation and a button. Opening it does not use the link, because mail scanners open links too. */
export const openPage = (language: Language, { organization, client, expires_at }: Invitation): Page => {
  const { open } = words[language]
  return page(
    language,
    'open',
    html`
${recipientOf({ organization, client })}
<h1>${open.heading}</h1>
<p>${open.text}</p>
<p class="soft">${open.keep}</p>
<form method="post"><button>${open.button}</button></form>
<p class="small">${open.until(dayAndHour(expires_at, language))}</p>`,
  )
}

/** The recipient. The first client of an organisation has the organisation's name, which is shown once. */
const recipientOf = ({ organization, client }: Pick<Invitation, 'organization' | 'client'>): Html =>
  html`<p class="who"><bdi>${organization}</bdi>${client !== organization && html`<span><bdi>${client}</bdi></span>`}</p>`

type Shown = {
  organization: string
  client: string
  client_id: string
  secret: string
  previousValidUntil: Date | undefined
}

/** The page after use, which shows the secret once. It has no links to other languages, because they would leave the page. */
export const secretPage = (language: Language, publicUrl: string, shown: Shown): Page => {
  const { shown: texts } = words[language]
  const endpoint = `${publicUrl}/api/auth/token`
  const example = [
    `curl ${endpoint} \\`,
    '  -d grant_type=client_credentials \\',
    `  -d client_id=${shown.client_id} \\`,
    `  -d client_secret=${shown.secret}`,
  ].join('\n')
  const { previousValidUntil } = shown
  const copy = copyButton(language)
  return page(
    language,
    'shown',
    html`
${recipientOf(shown)}
<h1>${texts.heading}</h1>
<p class="warning" role="alert"><strong>${texts.warning}</strong> ${texts.store}</p>
<dl>
<dt>${texts.clientId}</dt><dd><code dir="ltr">${shown.client_id}</code>${copy}</dd>
<dt>${texts.clientSecret}</dt><dd><code dir="ltr">${shown.secret}</code>${copy}</dd>
<dt>${texts.tokenEndpoint}</dt><dd><code dir="ltr">${endpoint}</code>${copy}</dd>
</dl>
<h2>${texts.example}</h2>
<pre dir="ltr" tabindex="0"><code>${example}</code></pre>${copy}
${previousValidUntil && html`<p class="small">${texts.previous(dayAndHour(previousValidUntil, language))}</p>`}
<p class="small"><a href="${publicUrl}/docs" target="_blank" rel="noopener noreferrer">${texts.reference}</a></p>`,
  )
}

/** An error page: explains why there is no secret, and what to do. */
export const noticePage = (language: Language, notice: keyof Words['notices']): Page => {
  const { heading, text } = words[language].notices[notice]
  return page(language, 'notice', html`<h1>${heading}</h1>\n<p>${text}</p>`)
}

const page = (language: Language, kind: 'open' | 'shown' | 'notice', body: Html): Page =>
  framed({
    language,
    title: words[language].title,
    kind,
    style: STYLE,
    ...(kind === 'shown' && { script: COPY_SCRIPT }),
    inOtherLanguages: kind !== 'shown',
    body,
  })
