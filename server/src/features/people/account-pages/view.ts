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
  /** False for an answer to a form: a link to another language would lose the answer. */
  inOtherLanguages?: boolean
  /** Whether the page offers passkeys, which need a script. Everything else works without scripts. */
  hasPasskeys?: boolean
}

/** A page with one card. The title is also its heading. */
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
  /** The id of the element, by default the name. For pages with several forms. */
  id?: string
  label: string
  type?: 'date' | 'email' | 'password' | 'tel' | 'text'
  autocomplete: string
  value?: string | undefined
  hint?: string
  /** Whether the text is left to right in every language, such as digits and addresses. */
  isLtr?: boolean
  isOptional?: boolean
  isNumeric?: boolean
  /** Whether the field has the focus when the page opens, unless a field has a fault. */
  isFirst?: boolean
}

/** An input with a label, a hint and a fault. Screen readers read the hint and the fault with the input. */
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
  const hasFocus = fault !== undefined || (isFirst && Object.keys(fields).length === 0)
  const describedBy = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean)
  return html`
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}"${value !== undefined && html` value="${value}"`}${!isOptional && html` required`}${isLtr && html` dir="ltr"`}${isNumeric && html` inputmode="numeric"`}${describedBy.length > 0 && html` aria-describedby="${describedBy.join(' ')}"`}${fault !== undefined && html` aria-invalid="true"`}${hasFocus && html` autofocus`}>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}${fault !== undefined && html`<p class="fault" id="${id}-fault">${fault}</p>`}`
}

/** A list of options with a label. @param id of the element, for pages with several forms */
export const select = (
  name: string,
  label: string,
  options: [value: string, text: string][],
  chosen?: string,
  id = name,
): Html => html`
<label for="${id}">${label}</label>
<select id="${id}" name="${name}">${options.map(
  ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
)}</select>`

/** The fault of the whole form. Screen readers read it out at once. */
export const alert = ({ form }: Faults): Html | undefined =>
  form === undefined ? undefined : html`<p class="warning" role="alert">${form}</p>`

/** A message that something was done. */
export const status = (text: string | undefined): Html | undefined =>
  text === undefined ? undefined : html`<p class="done" role="status">${text}</p>`

export const hidden = (name: string, value: string | undefined): Html | undefined =>
  value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}">`

/** Languages by their own names. */
export const languageOptions = languages.map((language): [string, string] => [language, switcherTexts[language].name])

type PasskeyTexts = { button: string; unable: string }

/**
 * A form for a passkey. The script shows it if the browser supports passkeys. The script gets the options, asks the device, and
 * sends the credential.
 */
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
