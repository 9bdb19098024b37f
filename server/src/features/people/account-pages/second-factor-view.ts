import type { Page } from '../../../http/pages/frame.ts'
import type { Language } from '../../../lib/channels.ts'
import { Html, html } from '../../../lib/html.ts'
import { dayAndHour } from '../../../lib/moroccan-time.ts'
import { type Faults, noFaults } from './faults.ts'
import { alert, hidden, input, page, status } from './view.ts'
import { type Words, words } from './words/index.ts'

export type SecondFactors = { totp: { addedAt: string } | null; recoveryCodesLeft: number; required: boolean }

const PATH = '/account/second-factor'

type Shown = { isSaved?: boolean; callbackUrl?: string | undefined; faults?: Faults; form?: Form | undefined }
/** The form whose faults are shown. */
export type Form = 'begin' | 'remove' | 'replace'

const onward = (text: Words, callbackUrl: string | undefined): Html =>
  callbackUrl === undefined
    ? html`\n<p class="small"><a href="/account">${text.secondFactor.account}</a></p>`
    : html`\n<p class="small"><a href="${callbackUrl}">${text.secondFactor.onward}</a></p>`

/** What is set up, and its changes, which all need the password. */
export function secondFactorsPage(
  language: Language,
  { totp, recoveryCodesLeft, required }: SecondFactors,
  { isSaved = false, callbackUrl, faults = noFaults, form }: Shown,
): Page {
  const text = words[language]
  const { secondFactor } = text
  const isMissing = required && totp === null
  const of = (one: Form) => (one === form ? faults : noFaults)
  const body = totp
    ? html`
<section><h2>${secondFactor.app}</h2>
<p>${secondFactor.appAdded(dayAndHour(new Date(totp.addedAt), language))}</p>
${proofForm(text, 'remove', of('remove'))}</section>
<section><h2>${secondFactor.recovery}</h2>
<p>${secondFactor.recoveryLeft(recoveryCodesLeft)}</p>
${proofForm(text, 'replace', of('replace'))}</section>`
    : html`
<section><h2>${secondFactor.setUp}</h2>
<p class="soft">${secondFactor.setUpText}</p>
<form method="post" action="${PATH}/begin">
${hidden('callbackUrl', callbackUrl)}${password(text, 'begin', of('begin'))}
<button>${secondFactor.begin}</button>
</form></section>`
  return page({
    language,
    title: secondFactor.title,
    parameters: callbackUrl === undefined ? undefined : { callbackUrl },
    body: html`
<p>${isMissing ? secondFactor.required : secondFactor.text}</p>${status(isSaved ? secondFactor.saved : undefined)}${alert(faults)}${body}${
      isMissing
        ? html`\n<form method="post" action="/account/signout"><button class="plain">${text.account.signOut}</button></form>`
        : onward(text, callbackUrl)
    }`,
  })
}

const password = (text: Words, form: Form, faults: Faults): Html =>
  input(
    {
      ...{ name: 'password', id: `${form}-password`, label: text.presentPassword, type: 'password' },
      ...{ autocomplete: 'current-password', isLtr: true },
    },
    faults,
  )

/** Folded, unless it has a fault. */
function proofForm(text: Words, form: 'remove' | 'replace', faults: Faults): Html {
  const { code: label, codeHint: hint, [form]: title } = text.secondFactor
  return html`
<details${Object.keys(faults.fields).length > 0 && html` open`}><summary>${title}</summary>
<form method="post" action="${PATH}/${form}">
${password(text, form, faults)}${input(
  { name: 'code', id: `${form}-code`, label, hint, autocomplete: 'one-time-code', isLtr: true },
  faults,
)}
<button class="plain">${title}</button>
</form></details>`
}

/** A secret, which is shown once, and the form for its first code; after a wrong code only the form. */
export function setUpPage(
  language: Language,
  { secret, callbackUrl, faults = noFaults }: Omit<Shown, 'form'> & { secret?: Secret },
): Page {
  const { scan, type, open, code: label, codeHint: hint, confirm, again, setUp } = words[language].secondFactor
  const shown =
    secret &&
    html`
<p>${scan}</p>
<div class="qr" role="img" aria-label="${scan}">${new Html(secret.qrCode)}</div>
<p>${type} <code dir="ltr">${secret.secret.replace(/.{4}(?=.)/g, '$& ')}</code></p>
<p class="small"><a href="${secret.uri}">${open}</a></p>`
  return page({
    language,
    title: setUp,
    inOtherLanguages: false,
    body: html`${alert(faults)}${shown}
<form method="post" action="${PATH}/confirm">
${hidden('callbackUrl', callbackUrl)}${input(
  { name: 'code', label, hint, autocomplete: 'one-time-code', isLtr: true, isNumeric: true },
  faults,
)}
<button>${confirm}</button>
</form>
<p class="small"><a href="${PATH}">${again}</a></p>`,
  })
}

export type Secret = { secret: string; uri: string; qrCode: string }

/** Recovery codes, which are shown once. */
export function recoveryPage(language: Language, codes: string[], callbackUrl: string | undefined): Page {
  const text = words[language]
  const { done, recovery, recoveryText } = text.secondFactor
  return page({
    language,
    title: recovery,
    inOtherLanguages: false,
    body: html`${status(done)}
<p>${recoveryText}</p>
<ul class="codes" dir="ltr">${codes.map((code) => html`\n<li><code>${code}</code></li>`)}
</ul>${onward(text, callbackUrl)}`,
  })
}
