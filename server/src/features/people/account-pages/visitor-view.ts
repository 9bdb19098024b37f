import type { Page } from '../../../http/pages/frame.ts'
import type { Language } from '../../../lib/channels.ts'
import { type Html, html } from '../../../lib/html.ts'
import { type Faults, noFaults } from './faults.ts'
import { alert, hidden, input, page, passkeyForm, select, status } from './view.ts'
import { type Words, words } from './words/index.ts'

// Pages for people who are not signed in. A refused form keeps what the person typed, except passwords.

type Values = Record<string, string | undefined>

const email = ({ email: label }: Words, { email: value }: Values, faults: Faults, isFirst = false) =>
  input({ name: 'email', label, type: 'email', autocomplete: 'username', value, isLtr: true, isFirst }, faults)

const newPassword = ({ newPassword: label, passwordHint: hint }: Words, faults: Faults) =>
  input({ name: 'password', label, type: 'password', autocomplete: 'new-password', hint, isLtr: true }, faults)

const code = ({ code: label, codeHint: hint }: Words, { code: value }: Values, faults: Faults) =>
  input({ name: 'code', label, autocomplete: 'one-time-code', value, hint, isLtr: true, isNumeric: true }, faults)

/** A path with `callbackUrl`, the page to which the person finally goes. */
const withCallback = (path: string, { callbackUrl }: Values): string =>
  callbackUrl === undefined ? path : `${path}?${new URLSearchParams({ callbackUrl })}`

const parametersOf = ({ callbackUrl }: Values) => (callbackUrl === undefined ? undefined : { callbackUrl })

export function signInPage(language: Language, values: Values, faults: Faults = noFaults): Page {
  const text = words[language]
  const { title, button, forgot, register, claim, passwordSet, left } = text.signIn
  const done = new Map([
    ['password', passwordSet],
    ['left', left],
  ])
  return page({
    language,
    title,
    parameters: parametersOf(values),
    hasPasskeys: true,
    body: html`
${status(done.get(values.done ?? ''))}${alert(faults)}
<form method="post" action="/signin">
${hidden('callbackUrl', values.callbackUrl)}${email(text, values, faults, values.email === undefined)}
${input({ name: 'password', label: text.password, type: 'password', autocomplete: 'current-password', isLtr: true, isFirst: values.email !== undefined }, faults)}
<button>${button}</button>
</form>${signInByPasskey(text, values)}
<p class="small"><a href="/forgot-password">${forgot}</a></p>
<p class="small"><a href="${withCallback('/register', values)}">${register}</a></p>
<p class="small"><a href="/claim">${claim}</a></p>`,
  })
}

const signInByPasskey = ({ passkey: { signIn, unable } }: Words, { callbackUrl }: Values): Html =>
  passkeyForm(
    { kind: 'get', action: '/signin/passkey', isPlain: true },
    { button: signIn, unable },
    hidden('callbackUrl', callbackUrl),
  )

/** Asks for the second factor. A refused code is not kept in the form. */
export function secondFactorPage(language: Language, values: Values, faults: Faults = noFaults): Page {
  const { title, text, code: label, hint, button, again } = words[language].secondFactorSignIn
  const field = { name: 'code', label, hint, autocomplete: 'one-time-code', isLtr: true, isFirst: true }
  return page({
    language,
    title,
    hasPasskeys: true,
    body: html`
<p>${text}</p>${alert(faults)}
<form method="post" action="/signin/second-factor">
${hidden('callbackUrl', values.callbackUrl)}${input(field, faults)}
<button>${button}</button>
</form>${signInByPasskey(words[language], values)}
<p class="small"><a href="${withCallback('/signin', values)}">${again}</a></p>`,
  })
}

type Organization = { id: string; name: string; role: keyof Words['roles'] }

export function organizationPage(language: Language, organizations: Organization[], values: Values): Page {
  const { organization, roles } = words[language]
  return page({
    language,
    title: organization.title,
    body: html`
<p>${organization.text}</p>
<form method="post" action="/signin/organization" class="choices">
${hidden('callbackUrl', values.callbackUrl)}${organizations.map(
  ({ id, name, role }) => html`
<button name="organization" value="${id}"><bdi>${name}</bdi><span>${roles[role]}</span></button>`,
)}
</form>`,
  })
}

export function registerPage(language: Language, values: Values, faults: Faults = noFaults): Page {
  const text = words[language]
  const { title, text: intro, name, role, roles, button, signIn } = text.register
  return page({
    language,
    title,
    parameters: parametersOf(values),
    body: html`
<p>${intro}</p>${alert(faults)}
<form method="post" action="/register">
${hidden('callbackUrl', values.callbackUrl)}${select('role', role, Object.entries(roles), values.role)}
${input({ name: 'name', label: name, autocomplete: 'name', value: values.name }, faults)}
${email(text, values, faults)}
${newPassword(text, faults)}
<button>${button}</button>
</form>
<p class="small"><a href="${withCallback('/signin', values)}">${signIn}</a></p>`,
  })
}

export function forgotPage(language: Language, values: Values, faults: Faults = noFaults): Page {
  const text = words[language]
  const { title, text: intro, button } = text.forgot
  return page({
    language,
    title,
    body: html`
<p>${intro}</p>${alert(faults)}
<form method="post" action="/forgot-password">
${email(text, values, faults, true)}
<button>${button}</button>
</form>`,
  })
}

export function resetPage(language: Language, values: Values, faults: Faults = noFaults): Page {
  const text = words[language]
  const { title, text: intro, button, again } = text.reset
  return page({
    language,
    title,
    body: html`
<p>${intro}</p>${alert(faults)}
<form method="post" action="/reset-password">
${code(text, values, faults)}
${newPassword(text, faults)}
<button>${button}</button>
</form>
<p class="small"><a href="/forgot-password">${again}</a></p>`,
  })
}

export function claimPage(language: Language, values: Values, faults: Faults = noFaults): Page {
  const text = words[language]
  const { title, text: intro, address, birthDate, email: label, emailHint: hint, button } = text.claim
  const ltr = { isLtr: true }
  return page({
    language,
    title,
    body: html`
<p>${intro}</p>${alert(faults)}
<form method="post" action="/claim">
${input({ name: 'address', label: address, autocomplete: 'tel', value: values.address, ...ltr }, faults)}
${code(text, values, faults)}
${input({ name: 'birthDate', label: birthDate, type: 'date', autocomplete: 'bday', value: values.birthDate, ...ltr }, faults)}
${input({ name: 'email', label, type: 'email', autocomplete: 'username', value: values.email, hint, ...ltr }, faults)}
${newPassword(text, faults)}
<button>${button}</button>
</form>`,
  })
}

export function noticePage(language: Language, notice: keyof Words['notices']): Page {
  const { heading: title, text } = words[language].notices[notice]
  return page({ language, title, body: html`<p>${text}</p>` })
}
