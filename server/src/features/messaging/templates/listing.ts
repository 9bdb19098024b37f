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

/** A template of the platform or of the organisation, in the list of the API. */
export type Template = TextKey & { declaration: Declaration; own: boolean }
export type TemplateWithText = Template & { subject: string; text: string; updatedAt: Date | undefined }

const platformTemplates: Template[] = Object.keys(catalog).flatMap((code) =>
  channels.flatMap((channel) =>
    languages.map((language) => ({ code, channel, language, declaration: declarationOf(code)!, own: false })),
  ),
)

/** Whether a stored text is used. In earlier versions organisations could also write texts that only the platform sends. */
export const isInUse = ({ code }: { code: string }): boolean => !isPlatformText(code)

const nameOf = ({ code, channel, language }: TextKey) => `${code} ${channel} ${language}`

/** The organisation's templates, and those of the platform that it has not replaced. */
export function effectiveTemplates(rows: queries.Listed[]): Template[] {
  const own = rows.filter(isInUse).map(ownOf)
  const replaced = new Set(own.map(nameOf))
  return [...own, ...platformTemplates.filter((template) => !replaced.has(nameOf(template)))].sort(inOrder)
}

const inOrder = (a: TextKey, b: TextKey): number =>
  (a.code < b.code ? -1 : Number(a.code > b.code)) ||
  channels.indexOf(a.channel) - channels.indexOf(b.channel) ||
  languages.indexOf(a.language) - languages.indexOf(b.language)

/** The number of columns of the list's sort key, and their values. */
export const KEYS = 3
export const keyOf = ({ code, channel, language }: TextKey): string[] => [code, channel, language]

/** Whether a template follows a key in the list. The template with that key may have been deleted meanwhile. */
export const isAfter = (template: TextKey, [code, channel, language]: string[]): boolean =>
  inOrder(template, { code, channel, language } as TextKey) > 0 // `keyOf` wrote the key

type Filters = {
  code?: string | undefined
  channel?: Channel[] | undefined
  language?: Language[] | undefined
  own?: boolean | undefined
}

export const filterTemplates = (templates: Template[], { code, channel, language, own }: Filters): Template[] =>
  templates.filter(
    (template) =>
      (code === undefined || template.code === code) &&
      (channel === undefined || channel.includes(template.channel)) &&
      (language === undefined || language.includes(template.language)) &&
      (own === undefined || template.own === own),
  )

const ownOf = ({ code, channel, language, purpose, variables }: queries.Listed): Template => ({
  ...{ code, channel, language, own: true },
  declaration: purpose && variables ? { purpose, variables } : declarationOf(code)!, // else it replaces a text of the platform
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
