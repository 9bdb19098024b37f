import { framed, type Page } from '../../../http/pages/frame.ts'
import type { Language } from '../../../lib/channels.ts'
import { type Html, html } from '../../../lib/html.ts'
import { dayAndHour } from '../../../lib/moroccan-time.ts'
import { type Words, words } from './words.ts'

/** The path of the stylesheet. */
export const STYLE = '/invitations/page.css'

type Invitation = { organization: string; name: string; email: string; expires_at: Date; hasPassword: boolean }

/** Asks for a new password, or for the password of the account that the address has. */
export const openPage = (language: Language, invitation: Invitation, fault?: keyof Words['faults']): Page => {
  const { organization, name, email, expires_at, hasPassword } = invitation
  const { open, faults } = words[language]
  const field = hasPassword ? open.present : open.chosen
  return page(
    language,
    html`
<h1>${open.heading(organization)}</h1>
<p>${open.text(name)}</p>
<p><strong><bdi dir="ltr">${email}</bdi></strong></p>
<p class="soft">${field.text}</p>
${fault !== undefined && html`<p class="warning" role="alert">${faults[fault]}</p>`}
<form method="post">
<input type="email" name="email" value="${email}" autocomplete="username" readonly hidden>
<label for="password">${field.label}</label>
<input id="password" name="password" type="password" required minlength="8" maxlength="512" dir="ltr" autocomplete="${hasPassword ? 'current-password' : 'new-password'}">
<button>${open.button}</button>
</form>
<p class="small">${open.until(dayAndHour(expires_at, language))}</p>`,
  )
}

export const donePage = (language: Language, { organization }: Pick<Invitation, 'organization'>): Page => {
  const { done } = words[language]
  const link = html`<p><a href="/signin">${done.signIn}</a></p>`
  return page(language, html`<h1>${done.heading}</h1>\n<p>${done.text(organization)}</p>\n${link}`, false)
}

/** Shows an error and what to do. */
export const noticePage = (language: Language, notice: keyof Words['notices']): Page => {
  const { heading, text } = words[language].notices[notice]
  return page(language, html`<h1>${heading}</h1>\n<p>${text}</p>`)
}

const page = (language: Language, body: Html, inOtherLanguages = true): Page =>
  framed({ language, title: words[language].title, kind: 'open', style: STYLE, inOtherLanguages, body })
