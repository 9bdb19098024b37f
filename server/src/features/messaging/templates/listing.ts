import { type Channel, channels, type Language, languages } from '../../../lib/channels.ts'
import {
  catalog,
  type Declaration,
  declarationOf,
  isPlatformText,
  type TemplateCode,
} from '../../../messages/catalog.ts'
import { platformText } from '../../../messages/texts/index.ts'
import type * as queries from './queries.ts'

type TextKey = { code: string; channel: Channel; language: Language }

/** A template of the platform or the organisation, as the API lists it. */
export type Template = TextKey & { declaration: Declaration; own: boolean }
export type TemplateWithText = Template & { subject: string; text: string; updatedAt: Date | undefined }

const platforms: Template[] = Object.keys(catalog).flatMap((code) =>
  channels.flatMap((channel) =>
    languages.map((language) => ({ code, channel, language, declaration: declarationOf(code)!, own: false })),
  ),
)

/** Whether a stored text is sent. An organisation may have written others in an earlier version. */
export const isInUse = ({ code }: { code: string }): boolean => !isPlatformText(code)

const nameOf = ({ code, channel, language }: TextKey) => `${code} ${channel} ${language}`

/** The organisation's templates, and those of the platform that it has not replaced. */
export function all(rows: queries.Listed[]): Template[] {
  const own = rows.filter(isInUse).map(ownOf)
  const replaced = new Set(own.map(nameOf))
  return [...own, ...platforms.filter((template) => !replaced.has(nameOf(template)))].sort(inOrder)
}

const inOrder = (a: TextKey, b: TextKey): number =>
  (a.code < b.code ? -1 : Number(a.code > b.code)) ||
  channels.indexOf(a.channel) - channels.indexOf(b.channel) ||
  languages.indexOf(a.language) - languages.indexOf(b.language)

/** The columns of the key, in the order of the list. */
export const KEYS = 3
export const keyOf = ({ code, channel, language }: TextKey): string[] => [code, channel, language]

/** Whether a template stands after a key, even one that was removed meanwhile. */
export const isAfter = (template: TextKey, [code, channel, language]: string[]): boolean =>
  inOrder(template, { code, channel, language } as TextKey) > 0 // as `keyOf` wrote it

type Filters = {
  code?: string | undefined
  channel?: Channel[] | undefined
  language?: Language[] | undefined
  own?: boolean | undefined
}

export const matching = (templates: Template[], { code, channel, language, own }: Filters): Template[] =>
  templates.filter(
    (template) =>
      (code === undefined || template.code === code) &&
      (channel === undefined || channel.includes(template.channel)) &&
      (language === undefined || language.includes(template.language)) &&
      (own === undefined || template.own === own),
  )

const ownOf = ({ code, channel, language, purpose, variables }: queries.Listed): Template => ({
  ...{ code, channel, language, own: true },
  declaration: purpose && variables ? { purpose, variables } : declarationOf(code)!, // otherwise it replaces the platform's
})

export const ownTemplate = (row: queries.Row): TemplateWithText => ({
  ...ownOf(row),
  subject: row.subject,
  text: row.text,
  updatedAt: row.updated_at,
})

/** @returns undefined if the platform has no such code */
export function platformTemplate(named: TextKey): TemplateWithText | undefined {
  const declaration = declarationOf(named.code)
  if (!declaration) return undefined
  const text = platformText(named.code as TemplateCode, named.channel, named.language) // declared above
  return { ...named, ...text, declaration, own: false, updatedAt: undefined }
}
