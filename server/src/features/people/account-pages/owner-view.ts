import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Page } from '../../../http/pages/frame.ts'
import type { Language } from '../../../lib/channels.ts'
import { type Html, html } from '../../../lib/html.ts'
import { dayAndHour } from '../../../lib/moroccan-time.ts'
import { deviceOf } from './device.ts'
import { type Faults, noFaults } from './faults.ts'
import type { Owner } from './owner.ts'
import type { SecondFactors } from './second-factor-view.ts'
import { alert, hidden, input, languageOptions, page, select, status } from './view.ts'
import { type Words, words } from './words/index.ts'

export type AddressKind = 'EMAIL' | 'PHONE'

/** The path of the page that confirms an address. */
export const confirmPath = (kind: AddressKind): string => (kind === 'EMAIL' ? '/verify-email' : '/verify-phone')

export type Contact = {
  email: string | null
  emailConfirmed: boolean
  phone: string | null
  phoneConfirmed: boolean
  language: Language
}

const addressOf = (contact: Contact, kind: AddressKind) =>
  kind === 'EMAIL'
    ? { address: contact.email, isConfirmed: contact.emailConfirmed }
    : { address: contact.phone, isConfirmed: contact.phoneConfirmed }

/** Asks for the code of an address, or shows that the address is confirmed. */
export function confirmPage(
  language: Language,
  kind: AddressKind,
  contact: Contact,
  { wasSent, faults = noFaults }: { wasSent: boolean; faults?: Faults },
): Page {
  const { confirm, code: label, codeHint: hint } = words[language]
  const { title, text, done, missing } = kind === 'EMAIL' ? confirm.email : confirm.phone
  const { address, isConfirmed } = addressOf(contact, kind)
  const toAccount = html`\n<p class="small"><a href="/account">${confirm.account}</a></p>`
  if (address === null || isConfirmed)
    return page({ language, title, body: html`${status(address === null ? missing : done)}${toAccount}` })
  return page({
    language,
    title,
    body: html`
<p>${text(`\u2068${address}\u2069`)}</p>${status(wasSent ? confirm.sent : undefined)}${alert(faults)}
<form method="post" action="${confirmPath(kind)}">
${input({ name: 'code', label, autocomplete: 'one-time-code', hint, isLtr: true, isNumeric: true }, faults)}
<button>${confirm.button}</button>
</form>
<form method="post" action="${confirmPath(kind)}/code"><button class="plain">${confirm.again}</button></form>${toAccount}`,
  })
}

type Membership = { organization: { id: string; name: string }; role: keyof Words['roles']; current: boolean }

export type Client = {
  id: string
  name: string
  status: 'ACTIVE' | 'DISABLED'
  actingAllowedAt: string | null
  signingAllowedAt: string | null
  endedAt: string | null
}

type Session = {
  id: string
  organization: { name: string }
  userAgent: string | null
  lastUsedAt: string
  current: boolean
}

type Account = {
  secondFactors: SecondFactors
  memberships: Membership[]
  contact: Contact
  sessions: Session[]
  /** Undefined for an unverified professional, who does not see this section. */
  clients: Client[] | undefined
}

export function accountPage(
  language: Language,
  { user }: Owner,
  account: Account,
  { isSaved, faults = noFaults }: { isSaved: boolean; faults?: Faults },
): Page {
  const text = words[language]
  const current = account.memberships.find((membership) => membership.current)
  return page({
    language,
    title: text.account.title,
    body: html`
<p class="who"><bdi>${user.name}</bdi><span>${text.roles[user.role]}${current && html` · <bdi>${current.organization.name}</bdi>`}</span><span dir="ltr">${user.email}</span></p>
<p>${staff.has(user.role) ? html`<a href="/console">${text.account.console}</a>` : html`<a href="/visits">${text.account.visits}</a>`}</p>${status(isSaved ? text.account.saved : undefined)}${alert(faults)}${contactSection(text, account.contact, faults)}${organizationSection(text, account.memberships)}${passwordSection(text, user, faults)}${secondFactorSection(text, account.secondFactors)}${sessionSection(language, account.sessions)}${account.clients && clientSection(text, account.clients, user.role)}${dataSection(text)}${staff.has(user.role) && leaveSection(text)}
<form method="post" action="/account/signout"><button class="plain">${text.account.signOut}</button></form>`,
  })
}

function contactSection({ account, email }: Words, contact: Contact, faults: Faults): Html {
  const line = (kind: AddressKind, label: string) => {
    const { address, isConfirmed } = addressOf(contact, kind)
    const state = isConfirmed
      ? account.confirmed
      : html`${account.unconfirmed} · <a href="${confirmPath(kind)}">${account.confirmNow}</a>`
    return address !== null && html`<p class="hint">${label}: <bdi dir="ltr">${address}</bdi> (${state})</p>`
  }
  return html`
<section><h2>${account.contact}</h2>
${line('EMAIL', email)}${line('PHONE', account.phone)}
<form method="post" action="/account/contact">
${input(
  {
    ...{ name: 'phone', label: account.phone, type: 'tel', autocomplete: 'tel', value: contact.phone ?? '' },
    ...{ hint: account.phoneHint, isLtr: true, isOptional: true },
  },
  faults,
)}
${select('language', account.language, languageOptions, contact.language)}
<button>${account.save}</button>
</form></section>`
}

/** The other organisations of a person with several memberships. */
function organizationSection({ account, roles }: Words, memberships: Membership[]): Html | undefined {
  const others = memberships.filter(({ current }) => !current)
  if (others.length === 0) return undefined
  return html`
<section><h2>${account.change}</h2>
<form method="post" action="/account/organization" class="choices">${others.map(
    ({ organization, role }) => html`
<button class="plain" name="organization" value="${organization.id}"><bdi>${organization.name}</bdi><span>${roles[role]}</span></button>`,
  )}
</form></section>`
}

/** The forms are collapsed, unless one has a fault. */
function passwordSection(text: Words, { email }: Owner['user'], faults: Faults): Html {
  const { heading, change, button, forgotten, send } = text.account.password
  const isRefused = 'currentPassword' in faults.fields || 'newPassword' in faults.fields
  const common = { type: 'password', isLtr: true } as const
  return html`
<section><h2>${heading}</h2>
<details${isRefused && html` open`}><summary>${change}</summary>
<form method="post" action="/account/password">
<input type="text" name="username" autocomplete="username" value="${email}" hidden>${input(
    { ...common, name: 'currentPassword', label: text.currentPassword, autocomplete: 'current-password' },
    faults,
  )}${input(
    {
      ...{ ...common, name: 'newPassword', label: text.newPassword, autocomplete: 'new-password' },
      hint: text.passwordHint,
    },
    faults,
  )}
<button>${button}</button>
</form></details>
<details><summary>${forgotten}</summary>
<p class="soft">${text.account.password.text}</p>
<form method="post" action="/forgot-password">${hidden('email', email)}<button class="plain">${send}</button></form></details></section>`
}

const secondFactorSection = ({ account: { secondFactor } }: Words, { totp, passkeys }: SecondFactors): Html => html`
<section><h2>${secondFactor.heading}</h2>
<p>${totp !== null || passkeys.length > 0 ? secondFactor.on : secondFactor.off}</p>
<p class="small"><a href="/account/second-factor">${secondFactor.link}</a></p></section>`

function sessionSection(language: Language, sessions: Session[]): Html {
  const { heading, unknown, here, lastUsed, end, endOthers } = words[language].account.sessions
  return html`
<section><h2>${heading}</h2>${sessions.map(
    ({ id, organization, userAgent, lastUsedAt, current }) => html`
<form method="post" action="/account/sessions" class="entry">${hidden('session', id)}
<p><bdi>${deviceOf(userAgent) ?? unknown}</bdi> <span class="hint"><bdi>${organization.name}</bdi> · ${current ? here : lastUsed(dayAndHour(new Date(lastUsedAt), language))}</span></p>${
      !current &&
      html`
<button class="plain">${end}</button>`
    }
</form>`,
  )}${
    sessions.length > 1 &&
    html`
<form method="post" action="/account/sessions"><button class="plain">${endOthers}</button></form>`
  }</section>`
}

const dataSection = ({ account: { data } }: Words): Html => html`
<section><h2>${data.heading}</h2>
<p class="soft">${data.text}</p>
<form method="post" action="/account/data"><button class="plain">${data.button}</button></form></section>`

/** Collapsed, because leaving cannot be undone. */
const leaveSection = ({ account: { leave } }: Words): Html => html`
<section><details><summary>${leave.heading}</summary>
<p>${leave.text}</p>
<form method="post" action="/account/leave"><button class="plain">${leave.button}</button></form></details></section>`

export type ClientAction = keyof Words['account']['clientActions']

const maySign: ReadonlySet<string> = new Set(rolesOf(access.clients.allowSigning))
/** Roles that have a console and can leave the organisation. */
const staff: ReadonlySet<string> = new Set(rolesOf(access.memberships.end))

function clientSection({ account }: Words, clients: Client[], role: Owner['user']['role']): Html {
  const { heading, text, none, acts, waits, signs, ended } = account.clients
  const state = ({ actingAllowedAt, signingAllowedAt, endedAt }: Client) => {
    if (endedAt !== null) return ended
    if (signingAllowedAt !== null) return signs
    return actingAllowedAt === null ? waits : acts
  }
  const actions = ({ actingAllowedAt, signingAllowedAt, endedAt }: Client): ClientAction[] => {
    if (endedAt !== null) return []
    const acting: ClientAction = actingAllowedAt === null ? 'allowActing' : 'withdrawActing'
    const signing: ClientAction = signingAllowedAt === null ? 'allowSigning' : 'withdrawSigning'
    return [acting, ...(maySign.has(role) ? [signing] : []), 'end']
  }
  return html`
<section><h2>${heading}</h2>
<p class="soft">${clients.length === 0 ? none : text}</p>${clients.map(
    (client) => html`
<form method="post" action="/account/clients" class="entry">${hidden('client', client.id)}
<p><bdi>${client.name}</bdi> <span class="hint">${state(client)}</span></p>${actions(client).map(
      (action) => html`
<button class="plain" name="action" value="${action}">${account.clientActions[action]}</button>`,
    )}
</form>`,
  )}</section>`
}
