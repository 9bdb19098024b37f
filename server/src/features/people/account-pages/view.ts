import { framed, type Page } from '../../../http/pages/frame.ts'
import { languages, switcherTexts } from '../../../http/pages/language.ts'
import type { Language } from '../../../lib/channels.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { Faults } from './faults.ts'

/** The path of the stylesheet. */
export const STYLE = '/account/page.css'
/** The path of the script of pages that offer passkeys. */
export const PASSKEY_SCRIPT = '/account/passkeys.js'

type Content = {
  language: Language
  title: string
  body: Html
  parameters?: Record<string, string> | undefined
  /** False for an answer to a form, which a link would lose. */
  inOtherLanguages?: boolean
  /** Whether it offers passkeys, which need a script; the rest works without. */
  hasPasskeys?: boolean
}

/** A page of one card, whose title is its heading. */
export const page = ({
  language,
  title,
  body,
  parameters,
  inOtherLanguages = true,
  hasPasskeys = false,
}: Content): Page =>
  framed({
    language,
    title: `${title} · Medina Care`,
    kind: 'form',
    style: STYLE,
    parameters,
    inOtherLanguages,
    ...(hasPasskeys && { script: PASSKEY_SCRIPT, fetches: true }),
    body: html`<h1>${title}</h1>${body}`,
  })

type Field = {
  name: string
  /** By default its name; for pages with several forms. */
  id?: string
  label: string
  type?: 'date' | 'email' | 'password' | 'tel' | 'text'
  autocomplete: string
  value?: string | undefined
  hint?: string
  /** Digits and addresses are written from the left in every language. */
  isLtr?: boolean
  isOptional?: boolean
  isNumeric?: boolean
  /** Has the cursor when the page opens, unless a field has a fault. */
  isFirst?: boolean
}

/** A labelled input with its hint and its fault, which screen readers read with it. */
export function input(field: Field, { fields }: Faults): Html {
  const {
    name,
    id = name,
    label,
    type = 'text',
    autocomplete,
    value,
    hint,
    isLtr,
    isOptional,
    isNumeric,
    isFirst,
  } = field
  const fault = fields[name]
  const hasCursor = fault !== undefined || (isFirst && Object.keys(fields).length === 0)
  const described = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean)
  return html`
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}"${value !== undefined && html` value="${value}"`}${!isOptional && html` required`}${isLtr && html` dir="ltr"`}${isNumeric && html` inputmode="numeric"`}${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}${fault !== undefined && html` aria-invalid="true"`}${hasCursor && html` autofocus`}>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}${fault !== undefined && html`<p class="fault" id="${id}-fault">${fault}</p>`}`
}

/** A labelled choice. */
export const select = (
  name: string,
  label: string,
  options: [value: string, text: string][],
  chosen?: string,
): Html => html`
<label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options.map(
  ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
)}</select>`

/** What is wrong as a whole, read out at once. */
export const alert = ({ form }: Faults): Html | undefined =>
  form === undefined ? undefined : html`<p class="warning" role="alert">${form}</p>`

/** That something was done. */
export const status = (text: string | undefined): Html | undefined =>
  text === undefined ? undefined : html`<p class="done" role="status">${text}</p>`

export const hidden = (name: string, value: string | undefined): Html | undefined =>
  value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}">`

/** Languages by their own names. */
export const languageOptions = languages.map((one): [string, string] => [one, switcherTexts[one].name])

type PasskeyTexts = { button: string; unable: string }

/** A form that the script shows where the browser has passkeys. It gets options, asks the device, and sends the credential. */
export const passkeyForm = (
  { kind, action, isPlain = false }: { kind: 'create' | 'get'; action: string; isPlain?: boolean },
  { button, unable }: PasskeyTexts,
  fields: Html | undefined,
): Html => html`
<form method="post" action="${action}" data-passkey="${kind}" data-options="${action}/options" data-unable="${unable}" hidden>
${fields}<input type="hidden" name="credential">
<p class="fault" role="alert" hidden></p>
<button${isPlain && html` class="plain"`}>${button}</button>
</form>`
