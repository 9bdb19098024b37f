import type { Page } from '../../../http/pages/frame.ts'
import type { Language } from '../../../lib/channels.ts'
import { Html, html } from '../../../lib/html.ts'
import { dayAndHour } from '../../../lib/moroccan-time.ts'
import { type Faults, noFaults } from './faults.ts'
import { alert, hidden, input, page, passkeyForm, status } from './view.ts'
import { type Words, words } from './words/index.ts'

export type SecondFactors = {
  totp: { addedAt: string } | null
  passkeys: { id: string; name: string; createdAt: string }[]
  recoveryCodesLeft: number
  required: boolean
}

const PATH = '/account/second-factor'

type PageState = { isSaved?: boolean; callbackUrl?: string | undefined; faults?: Faults; form?: Form | undefined }
/** The form whose faults are shown. */
export type Form = 'begin' | 'remove' | 'replace' | 'passkey' | `remove-${string}`

const onwardLink = (text: Words, callbackUrl: string | undefined): Html =>
  callbackUrl === undefined
    ? html`\n<p class="small"><a href="/account">${text.secondFactor.account}</a></p>`
    : html`\n<p class="small"><a href="${callbackUrl}">${text.secondFactor.onward}</a></p>`

/** Shows the second factors, with forms to change them. All forms ask for the password. */
export function secondFactorsPage(
  language: Language,
  { totp, passkeys, recoveryCodesLeft, required }: SecondFactors,
  { isSaved = false, callbackUrl, faults = noFaults, form }: PageState,
): Page {
  const text = words[language]
  const { secondFactor } = text
  const hasFactor = totp !== null || passkeys.length > 0
  const isMissing = required && !hasFactor
  const faultsIn = (one: Form) => (one === form ? faults : noFaults)
  return page({
    language,
    title: secondFactor.title,
    parameters: callbackUrl === undefined ? undefined : { callbackUrl },
    hasPasskeys: true,
    body: html`
<p>${isMissing ? secondFactor.required : secondFactor.text}</p>${status(isSaved ? secondFactor.saved : undefined)}${alert(faults)}${totp ? appSection(language, totp, faultsIn('remove')) : setUpSection(text, callbackUrl, faultsIn('begin'))}${passkeySection(language, passkeys, callbackUrl, faultsIn)}${
      hasFactor && recoverySection(text, recoveryCodesLeft, faultsIn('replace'))
    }${
      isMissing
        ? html`\n<form method="post" action="/account/signout"><button class="plain">${text.account.signOut}</button></form>`
        : onwardLink(text, callbackUrl)
    }`,
  })
}

const appSection = (language: Language, { addedAt }: { addedAt: string }, faults: Faults): Html => {
  const text = words[language]
  const { app, appAdded } = text.secondFactor
  return html`
<section><h2>${app}</h2>
<p>${appAdded(dayAndHour(new Date(addedAt), language))}</p>
${proofForm(text, 'remove', faults)}</section>`
}

const setUpSection = (text: Words, callbackUrl: string | undefined, faults: Faults): Html => html`
<section><h2>${text.secondFactor.setUp}</h2>
<p class="soft">${text.secondFactor.setUpText}</p>
<form method="post" action="${PATH}/begin">
${hidden('callbackUrl', callbackUrl)}${password(text, 'begin', faults)}
<button>${text.secondFactor.begin}</button>
</form></section>`

const recoverySection = (text: Words, left: number, faults: Faults): Html => html`
<section><h2>${text.secondFactor.recovery}</h2>
<p>${text.secondFactor.recoveryLeft(left)}</p>
${proofForm(text, 'replace', faults)}</section>`

function passkeySection(
  language: Language,
  passkeys: SecondFactors['passkeys'],
  callbackUrl: string | undefined,
  faultsIn: (form: Form) => Faults,
): Html {
  const text = words[language]
  const { heading, text: intro, added, name: label, nameHint, add, remove, unable } = text.passkey
  const name = input(
    { name: 'name', id: 'passkey-name', label, hint: nameHint, autocomplete: 'off' },
    faultsIn('passkey'),
  )
  const fields = html`${hidden('callbackUrl', callbackUrl)}${name}${password(text, 'passkey', noFaults)}`
  return html`
<section><h2>${heading}</h2>
<p class="soft">${intro}</p>${passkeys.map(({ id, name: own, createdAt }) => {
    const form: Form = `remove-${id}`
    const faults = faultsIn(form)
    return html`
<details class="entry"${faults !== noFaults && html` open`}><summary><bdi>${own}</bdi> <span class="hint">${added(dayAndHour(new Date(createdAt), language))}</span></summary>
<form method="post" action="${PATH}/passkey/remove">${hidden('passkey', id)}${password(text, form, faults)}
<button class="plain">${remove}</button>
</form></details>`
  })}${passkeyForm({ kind: 'create', action: `${PATH}/passkey`, isPlain: true }, { button: add, unable }, fields)}</section>`
}

const password = (text: Words, form: Form, faults: Faults): Html =>
  input(
    {
      ...{ name: 'password', id: `${form}-password`, label: text.currentPassword, type: 'password' },
      ...{ autocomplete: 'current-password', isLtr: true },
    },
    faults,
  )

/** A form for a change that needs the password and a code. Collapsed, unless it has a fault. */
function proofForm(text: Words, form: 'remove' | 'replace', faults: Faults): Html {
  const { code: label, [form]: title } = text.secondFactor
  const { hint } = text.secondFactorSignIn
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

/** Shows the secret once, with a form for the first code. After a wrong code, shows only the form. */
export function setUpPage(
  language: Language,
  { secret, callbackUrl, faults = noFaults }: Omit<PageState, 'form'> & { secret?: Secret },
): Page {
  const { scan, type, open, code: label, codeHint: hint, confirm, again, setUp } = words[language].secondFactor
  const secretSection =
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
    body: html`${alert(faults)}${secretSection}
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

/** Shows new recovery codes. They are shown only once. */
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
</ul>${onwardLink(text, callbackUrl)}`,
  })
}
