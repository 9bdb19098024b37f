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
export type DocumentView = Verification & { issuerNames: Partial<Record<Language, string>> }

/** The page of a document. */
export function documentPage(language: Language, document: DocumentView, sandbox: boolean): Page {
  const text = words[language]
  const verdict = verdictOf(document)
  return framed({
    language,
    title: `${text.headings[verdict]} · ${text.title}`,
    kind: verdict,
    style: STYLE,
    script: SCRIPT,
    body: html`
${heading(verdict, text.headings[verdict], templates[document.templateId].name[language])}
${sentences(document, language).map((one) => html`<p>${one}</p>\n`)}${sandbox && html`<p class="warning">${text.sandbox}</p>\n`}${facts(document, language)}
<p class="small">${text.paper}</p>
${fileCheck(document, language)}
${signature(document, language)}`,
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

function sentences(document: DocumentView, language: Language): (Html | string)[] {
  const { state, templateId, expired, validUntil, dispensedAt, cancelledAt } = document
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

function facts({ practitioner, ...document }: DocumentView, language: Language): Html {
  const { facts: labels, roles } = words[language]
  const at = (moment: string) => dayAndHour(new Date(moment), language)
  const rows: [keyof Words['facts'], Html | string | null][] = [
    ['serial', html`<span class="serial" dir="ltr">${grouped(document.serial)}</span>`],
    ['issuedAt', at(document.issuedAt)],
    ['madeAt', document.madeAt === document.issuedAt ? null : at(document.madeAt)],
    ['issuer', html`<bdi>${document.issuerNames[language] ?? document.issuer}</bdi>`],
    [
      'practitioner',
      practitioner &&
        html`<bdi>${practitioner.name}</bdi><br><span class="soft">${roles[practitioner.role]}${
          practitioner.specialty !== null && html` · <bdi>${practitioner.specialty}</bdi>`
        }</span>`,
    ],
    ['licence', practitioner?.licenceNumber ? html`<bdi>${practitioner.licenceNumber}</bdi>` : null],
    ['patient', html`<bdi>${document.patientInitials}</bdi>`],
    ['validUntil', document.validUntil && at(document.validUntil)],
  ]
  return html`<dl class="facts">
${rows.map(([name, value]) => value !== null && html`<div><dt>${labels[name]}</dt><dd>${value}</dd></div>\n`)}</dl>`
}

/** The section that compares a file in the browser. The digest and the command work without the script. */
function fileCheck({ sha256, size }: DocumentView, language: Language): Html {
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

function signature({ certificate }: DocumentView, language: Language): Html {
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
export function serialPage(language: Language): Page {
  const { title, ask } = words[language]
  const body = html`
${heading('ask', ask.heading)}
<p>${ask.text}</p>
${serialForm(language)}`
  return framed({ language, title, kind: 'ask', style: STYLE, body })
}

/** The page for an error: the reason, and what to do. */
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
