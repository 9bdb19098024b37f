import type { Db } from '../../db/kysely.ts'
import { type Declaration, declarationOf, type TemplateCode } from '../../messages/catalog.ts'
import type { Language } from '../../messages/channels.ts'
import type { Text } from '../../messages/render.ts'
import { platformText } from '../../messages/texts/index.ts'
import * as queries from './queries.ts'

/** What a template takes: one of the platform's own, or one that the organisation has made. */
export const declared = async (db: Db, tenantId: string, code: string): Promise<Declaration | undefined> =>
  declarationOf(code) ?? (await queries.findDeclaration(db, tenantId, code))

/**
 * What an organisation writes: its own text, or else the platform's. A text of a code that it has made may be in another
 * language than was asked for, French if there is one: `language` says which.
 * @returns undefined where a code is unknown, or has no text for the channel in any language
 */
export async function textOf(db: Db, wanted: queries.TextOf): Promise<(Text & { language: Language }) | undefined> {
  const found = await queries.findText(db, wanted)
  if (!found) return undefined
  const { organization, subject, text, language } = found
  if (subject !== null && text !== null && language !== null) return { organization, subject, text, language }
  const { code, channel } = wanted
  if (!declarationOf(code)) return undefined
  return { organization, ...platformText(code as TemplateCode, channel, wanted.language), language: wanted.language }
}
