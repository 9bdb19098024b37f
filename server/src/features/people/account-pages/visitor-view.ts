import type { Page } from '../../../http/pages/frame.ts'
import type { Language } from '../../../lib/channels.ts'
import { type Html, html } from '../../../lib/html.ts'
import { type Faults, noFaults } from './faults.ts'
import { alert, hidden, input, page, passkeyForm, select, status } from './view.ts'
import { type Words, words } from './words/index.ts'

// Pages for people who are not signed in. What they typed stays in the form, except passwords.

type Given = Record<string, string | undefined>

const email = ({ email: label }: Words, { email: value }: Given, faults: Faults, isFirst = false) =>
  input({ name: 'email', label, type: 'email', autocomplete: 'username', value, isLtr: true, isFirst }, faults)

const newPassword = ({ newPassword: label, passwordHint: hint }: Words, faults: Faults) =>
  input({ name: 'password', label, type: 'password', autocomplete: 'new-password', hint, isLtr: true }, faults)

const code = ({ code: label, codeHint: hint }: Words, { code: value }: Given, faults: Faults) =>
  input({ name: 'code', label, autocomplete: 'one-time-code', value, hint, isLtr: true, isNumeric: true }, faults)

/** A path with the page to go to in the end. */
const onwards = (path: string, { callbackUrl }: Given): string =>
  callbackUrl === undefined ? path : `${path}?${new URLSearchParams({ callbackUrl })}`

const parametersOf = ({ callbackUrl }: Given) => (callbackUrl === undefined ? undefined : { callbackUrl })

export function signInPage(language: Language, given: Given, faults: Faults = noFaults): Page {
  const text = words[language]
  const { title, button, forgot, register, claim, passwordSet, left } = text.signIn
  const done = new Map([
    ['password', passwordSet],
    ['left', left],
  ])
  return page({
    language,
    title,
    parameters: parametersOf(given),
    hasPasskeys: true,
    body: html`
${status(done.get(given.done ?? ''))}${alert(faults)}
<form method="post" action="/signin">
${hidden('callbackUrl', given.callbackUrl)}${email(text, given, faults, given.email === undefined)}
${input({ name: 'password', label: text.password, type: 'password', autocomplete: 'current-password', isLtr: true, isFirst: given.email !== undefined }, faults)}
<button>${button}</button>
</form>${signInByPasskey(text, given)}
<p class="small"><a href="/forgot-password">${forgot}</a></p>
<p class="small"><a href="${onwards('/register', given)}">${register}</a></p>
<p class="small"><a href="/claim">${claim}</a></p>`,
  })
}

const signInByPasskey = ({ passkey: { signIn, unable } }: Words, { callbackUrl }: Given): Html =>
  passkeyForm(
    { kind: 'get', action: '/signin/passkey', isPlain: true },
    { button: signIn, unable },
    hidden('callbackUrl', callbackUrl),
  )

/** Asks for the second factor. A code is typed each time anew. */
export function secondFactorPage(language: Language, given: Given, faults: Faults = noFaults): Page {
  const { title, text, code: label, hint, button, again } = words[language].secondFactorSignIn
  const field = { name: 'code', label, hint, autocomplete: 'one-time-code', isLtr: true, isFirst: true }
  return page({
    language,
    title,
    hasPasskeys: true,
    body: html`
<p>${text}</p>${alert(faults)}
<form method="post" action="/signin/second-factor">
${hidden('callbackUrl', given.callbackUrl)}${input(field, faults)}
<button>${button}</button>
</form>${signInByPasskey(words[language], given)}
<p class="small"><a href="${onwards('/signin', given)}">${again}</a></p>`,
  })
}

type Organization = { id: string; name: string; role: keyof Words['roles'] }

export function organizationPage(language: Language, organizations: Organization[], given: Given): Page {
  const { organization, roles } = words[language]
  return page({
    language,
    title: organization.title,
    body: html`
<p>${organization.text}</p>
<form method="post" action="/signin/organization" class="choices">
${hidden('callbackUrl', given.callbackUrl)}${organizations.map(
  ({ id, name, role }) => html`
<button name="organization" value="${id}"><bdi>${name}</bdi><span>${roles[role]}</span></button>`,
)}
</form>`,
  })
}

export function registerPage(language: Language, given: Given, faults: Faults = noFaults): Page {
  const text = words[language]
  const { title, text: intro, name, role, roles, button, signIn } = text.register
  return page({
    language,
    title,
    parameters: parametersOf(given),
    body: html`
<p>${intro}</p>${alert(faults)}
<form method="post" action="/register">
${hidden('callbackUrl', given.callbackUrl)}${select('role', role, Object.entries(roles), given.role)}
${input({ name: 'name', label: name, autocomplete: 'name', value: given.name }, faults)}
${email(text, given, faults)}
${newPassword(text, faults)}
<button>${button}</button>
</form>
<p class="small"><a href="${onwards('/signin', given)}">${signIn}</a></p>`,
  })
}

export function forgotPage(language: Language, given: Given, faults: Faults = noFaults): Page {
  const text = words[language]
  const { title, text: intro, button } = text.forgot
  return page({
    language,
    title,
    body: html`
<p>${intro}</p>${alert(faults)}
<form method="post" action="/forgot-password">
${email(text, given, faults, true)}
<button>${button}</button>
</form>`,
  })
}

export function resetPage(language: Language, given: Given, faults: Faults = noFaults): Page {
  const text = words[language]
  const { title, text: intro, button, again } = text.reset
  return page({
    language,
    title,
    body: html`
<p>${intro}</p>${alert(faults)}
<form method="post" action="/reset-password">
${code(text, given, faults)}
${newPassword(text, faults)}
<button>${button}</button>
</form>
<p class="small"><a href="/forgot-password">${again}</a></p>`,
  })
}

export function claimPage(language: Language, given: Given, faults: Faults = noFaults): Page {
  const text = words[language]
  const { title, text: intro, address, birthDate, email: label, emailHint: hint, button } = text.claim
  const ltr = { isLtr: true }
  return page({
    language,
    title,
    body: html`
<p>${intro}</p>${alert(faults)}
<form method="post" action="/claim">
${input({ name: 'address', label: address, autocomplete: 'tel', value: given.address, ...ltr }, faults)}
${code(text, given, faults)}
${input({ name: 'birthDate', label: birthDate, type: 'date', autocomplete: 'bday', value: given.birthDate, ...ltr }, faults)}
${input({ name: 'email', label, type: 'email', autocomplete: 'username', value: given.email, hint, ...ltr }, faults)}
${newPassword(text, faults)}
<button>${button}</button>
</form>`,
  })
}

export function noticePage(language: Language, notice: keyof Words['notices']): Page {
  const { heading: title, text } = words[language].notices[notice]
  return page({ language, title, body: html`<p>${text}</p>` })
}
