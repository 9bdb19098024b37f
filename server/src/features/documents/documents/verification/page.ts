import { framed, type Page } from '../../../../http/pages/frame.ts'
import type { Language } from '../../../../lib/channels.ts'
import { type Html, html } from '../../../../lib/html.ts'
import { day, dayAndHour, locales } from '../../../../lib/moroccan-time.ts'
import { grouped } from '../../../../lib/serial.ts'
import { templates } from '../../../../pdf/content.ts'
import { markOf } from './marks.ts'
import type { Verification } from './rules.ts'
import { words } from './words/index.ts'
import type { Notice, Verdict, Words } from './words.ts'

/** Paths of the stylesheet and the script of these pages. */
export const STYLE = '/verify/page.css'
export const SCRIPT = '/verify/check-file.js'

/** A document, and the issuer's name by language. */
export type Shown = Verification & { issuerNames: Partial<Record<Language, string>> }

/** The page of a document. */
export function documentPage(language: Language, shown: Shown, sandbox: boolean): Page {
  const text = words[language]
  const verdict = verdictOf(shown)
  return framed({
    language,
    title: `${text.headings[verdict]} · ${text.title}`,
    kind: verdict,
    style: STYLE,
    script: SCRIPT,
    body: html`
${heading(verdict, text.headings[verdict], templates[shown.templateId].name[language])}
${sentences(shown, language).map((one) => html`<p>${one}</p>\n`)}${sandbox && html`<p class="warning">${text.sandbox}</p>\n`}${facts(shown, language)}
<p class="small">${text.paper}</p>
${fileCheck(shown, language)}
${signature(shown, language)}`,
  })
}

function verdictOf({ state, expired }: Verification): Verdict {
  if (state === 'CANCELLED') return 'cancelled'
  if (state === 'DISPENSED') return 'dispensed'
  return expired ? 'expired' : 'genuine'
}

const heading = (kind: Parameters<typeof markOf>[0], text: string, above?: string): Html => html`<div class="verdict">
${markOf(kind)}
<h1>${above !== undefined && html`<span class="kind">${above}</span> `}${text}</h1>
</div>`

function sentences(shown: Shown, language: Language): (Html | string)[] {
  const { state, templateId, expired, validUntil, dispensedAt, cancelledAt } = shown
  const text = words[language]
  const onDay = (at: string) => day(new Date(at), language)
  if (state === 'CANCELLED') {
    const cancelled = text.cancelled[templateId === 'invoice' ? 'invoice' : 'other']
    return [html`<strong>${cancelled(onDay(cancelledAt!))}</strong>`]
  }
  const days = new Intl.ListFormat(language).format(new Set(dispensedAt.map(onDay)))
  return [
    text.genuine,
    ...(dispensedAt.length > 0 ? [html`<strong>${text.dispensed(dispensedAt.length, days)}</strong>`] : []),
    ...(expired ? [html`<strong>${text.expired(onDay(validUntil!))}</strong>`] : []),
  ]
}

function facts({ practitioner, ...shown }: Shown, language: Language): Html {
  const { facts: labels, roles } = words[language]
  const at = (moment: string) => dayAndHour(new Date(moment), language)
  const rows: [keyof Words['facts'], Html | string | null][] = [
    ['serial', html`<span class="serial" dir="ltr">${grouped(shown.serial)}</span>`],
    ['issuedAt', at(shown.issuedAt)],
    ['madeAt', shown.madeAt === shown.issuedAt ? null : at(shown.madeAt)],
    ['issuer', html`<bdi>${shown.issuerNames[language] ?? shown.issuer}</bdi>`],
    [
      'practitioner',
      practitioner &&
        html`<bdi>${practitioner.name}</bdi><br><span class="soft">${roles[practitioner.role]}${
          practitioner.specialty !== null && html` · <bdi>${practitioner.specialty}</bdi>`
        }</span>`,
    ],
    ['licence', practitioner?.licenceNumber ? html`<bdi>${practitioner.licenceNumber}</bdi>` : null],
    ['patient', html`<bdi>${shown.patientInitials}</bdi>`],
    ['validUntil', shown.validUntil && at(shown.validUntil)],
  ]
  return html`<dl class="facts">
${rows.map(([name, value]) => value !== null && html`<div><dt>${labels[name]}</dt><dd>${value}</dd></div>\n`)}</dl>`
}

/** Compares a file in the browser; the digest and the command work without the script. */
function fileCheck({ sha256, size }: Shown, language: Language): Html {
  const { file } = words[language]
  const outcomes = html`data-reading="${file.reading}" data-same="${file.same}" data-other="${file.other}" data-unread="${file.unread}"`
  const written = file.bytes(new Intl.NumberFormat(locales[language]).format(size))
  return html`<section>
<h2>${file.heading}</h2>
<div id="check" hidden data-sha256="${sha256}" data-size="${size}" ${outcomes}>
<p>${file.text}</p>
<input id="file" type="file" accept="application/pdf,.pdf"><label for="file">${file.choose}</label>
<p role="status"><bdi></bdi> <span></span></p>
</div>
<p class="small">${file.byHand(written)}</p>
<pre dir="ltr"><code>${sha256}</code></pre>
<p class="small">${file.command}</p>
<pre dir="ltr"><code>sha256sum document.pdf</code></pre>
</section>`
}

function signature({ certificate }: Shown, language: Language): Html {
  const labels = words[language].signature
  if (!certificate) return html`<section>\n<h2>${labels.heading}</h2>\n<p>${labels.unsigned}</p>\n</section>`
  return html`<section>
<h2>${labels.heading}</h2>
<p>${labels.signed}</p>
<dl>
<dt>${labels.subject}</dt><dd><bdi dir="ltr">${certificate.subject}</bdi></dd>
<dt>${labels.fingerprint}</dt><dd><code dir="ltr">${certificate.fingerprint}</code></dd>
</dl>
${certificate.selfSigned && html`<p class="small">${labels.selfSigned}</p>`}
</section>`
}

/** A form for the serial number, for documents without a readable QR code. */
export function askPage(language: Language): Page {
  const { title, ask } = words[language]
  const body = html`
${heading('ask', ask.heading)}
<p>${ask.text}</p>
${serialForm(language)}`
  return framed({ language, title, kind: 'ask', style: STYLE, body })
}

/** Shown instead of a document: the reason, and what to do. */
export function noticePage(language: Language, notice: Notice): Page {
  const text = words[language].notices[notice]
  const body = html`
${heading(notice, text.heading)}
<p>${text.text}</p>
${notice === 'unknown' && serialForm(language)}`
  return framed({ language, title: `${text.heading} · ${words[language].title}`, kind: notice, style: STYLE, body })
}

const serialForm = (language: Language): Html => {
  const { ask } = words[language]
  return html`<form action="/verify">
<input type="hidden" name="lang" value="${language}">
<label for="serial">${ask.label}</label>
<input id="serial" class="serial" name="serial" dir="ltr" required maxlength="64" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="hint">
<p class="small" id="hint">${ask.hint}</p>
<button>${ask.button}</button>
</form>`
}
