import { framed, type Page } from '../../http/pages/frame.ts'
import { type Html, html } from '../../lib/html.ts'
import { dayAndHour } from '../../lib/moroccan-time.ts'
import type { Language } from '../../messages/channels.ts'
import { type Words, words } from './words.ts'

/** Where the stylesheet of these pages is served. */
export const STYLE = '/access/page.css'

type Invitation = { organization: string; client: string; expires_at: Date }

/** Before: what the link is, and a button. Opening the page uses nothing up, for scanners and previews open links too. */
export const openPage = (language: Language, { organization, client, expires_at }: Invitation): Page => {
  const { open } = words[language]
  return page(
    language,
    'open',
    html`
${whose({ organization, client })}
<h1>${open.heading}</h1>
<p>${open.text}</p>
<p class="soft">${open.keep}</p>
<form method="post"><button>${open.button}</button></form>
<p class="small">${open.until(dayAndHour(expires_at, language))}</p>`,
  )
}

/** For whom it is. The first client of an organisation has its name. */
const whose = ({ organization, client }: Pick<Invitation, 'organization' | 'client'>): Html =>
  html`<p class="who"><bdi>${organization}</bdi>${client !== organization && html`<span><bdi>${client}</bdi></span>`}</p>`

type Shown = {
  organization: string
  client: string
  client_id: string
  secret: string
  previousValidUntil: Date | undefined
}

/** After: the secret, once. Without links to other languages, which would leave the page behind. */
export const secretPage = (language: Language, publicUrl: string, shown: Shown): Page => {
  const { shown: said } = words[language]
  const endpoint = `${publicUrl}/api/auth/token`
  const example = [
    `curl ${endpoint} \\`,
    '  -d grant_type=client_credentials \\',
    `  -d client_id=${shown.client_id} \\`,
    `  -d client_secret=${shown.secret}`,
  ].join('\n')
  const { previousValidUntil } = shown
  return page(
    language,
    'shown',
    html`
${whose(shown)}
<h1>${said.heading}</h1>
<p class="warning" role="alert"><strong>${said.warning}</strong> ${said.store}</p>
<dl>
<dt>${said.clientId}</dt><dd><code dir="ltr">${shown.client_id}</code></dd>
<dt>${said.clientSecret}</dt><dd><code dir="ltr">${shown.secret}</code></dd>
<dt>${said.tokenEndpoint}</dt><dd><code dir="ltr">${endpoint}</code></dd>
</dl>
<h2>${said.example}</h2>
<pre dir="ltr"><code>${example}</code></pre>
${previousValidUntil && html`<p class="small">${said.previous(dayAndHour(previousValidUntil, language))}</p>`}
<p class="small"><a href="${publicUrl}/docs" target="_blank" rel="noopener noreferrer">${said.reference}</a></p>`,
  )
}

/** Instead: why there is nothing to show, and what to do. */
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
    inOtherLanguages: kind !== 'shown',
    body,
  })
