import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { defer, deferLock, rowsOf } from '../../../db/transaction.ts'
import { conflict, type Fault, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import type { Language } from '../../../lib/channels.ts'
import { lengthFaults } from '../../../messages/bounds.ts'
import { type Declaration, declarationOf, isPlatformText, type TemplateCode } from '../../../messages/catalog.ts'
import { textFaultsOf } from '../../../messages/checks.ts'
import { type Rendered, render, type Text } from '../../../messages/render.ts'
import { platformText } from '../../../messages/texts/index.ts'
import { faultsOf } from '../../../messages/variables.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { previewTemplate, writeTemplate } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** The declaration of a template of the platform or of the organisation; undefined for an unknown code. */
export const findDeclaration = async (db: Db, tenantId: string, code: string): Promise<Declaration | undefined> =>
  (await findDeclarations(db, tenantId, [code])).get(code)

/** The declarations of several codes. Unknown codes are absent from the map. */
export async function findDeclarations(
  db: Db,
  tenantId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Declaration>> {
  const others = codes.filter((code) => !declarationOf(code))
  const own = others.length > 0 ? await queries.findDeclarations(db, tenantId, others) : []
  return new Map([
    ...codes.flatMap((code) => {
      const declaration = declarationOf(code)
      return declaration ? [[code, declaration] as const] : []
    }),
    ...own.map(({ code, ...declaration }) => [code, declaration] as const),
  ])
}

/**
 * The organisation's text of a template, or else the platform's. A text of the organisation's own codes may be in another
 * language than requested, French if available. For codes that only the platform sends, texts that an organisation wrote in an
 * earlier version are ignored.
 * @returns undefined for an unknown code, or without a text for the channel in any language
 */
export async function textOf(db: Db, wanted: queries.TextOf): Promise<(Text & { language: Language }) | undefined> {
  const found = await queries.findText(db, wanted)
  if (!found) return undefined
  const { organization, subject, text, language } = found
  const { code, channel } = wanted
  if (!isPlatformText(code) && subject !== null && text !== null && language !== null)
    return { organization, subject, text, language }
  if (!declarationOf(code)) return undefined
  return { organization, ...platformText(code as TemplateCode, channel, wanted.language), language: wanted.language }
}

type TextKey = Input<typeof writeTemplate>['params']

/** A text that an administrator wrote, with the declaration of its code. */
type Draft = {
  written: { subject: string; text: string }
  declaration: Declaration
  /** Whether the code is the organisation's. */
  own: boolean
  /** Whether it has no text yet. */
  isNew: boolean
}

/**
 * @param path of the draft in the body
 * @throws {ApiError} 422 for invalid or too long texts, and for codes that only the platform sends; 409 for other variables or another purpose than the code has
 */
async function checkedDraft(
  db: Db,
  tenantId: string,
  { code, channel }: TextKey,
  { subject, text, ...given }: Input<typeof writeTemplate>['body'],
  path: string[] = [],
): Promise<Draft> {
  rules.assertWritable(code)
  const known = await findDeclaration(db, tenantId, code)
  const own = declarationOf(code) === undefined
  const declaration = known ?? { purpose: given.purpose ?? 'SERVICE', variables: given.variables ?? {} }
  const written = { subject: subject ?? '', text }
  const faults: Fault[] = [
    ...rules.channelFaults(channel, written),
    ...(own ? rules.declarationFaults(given, known === undefined) : []),
    ...textFaultsOf(written, declaration),
  ]
  if (faults.length === 0) faults.push(...lengthFaults(channel, written, declaration))
  if (faults.length > 0) throw unprocessable(faults.map((fault) => ({ ...fault, path: [...path, ...fault.path] })))
  rules.assertSameDeclaration(code, declaration, given)
  return { written, declaration, own, isNew: known === undefined }
}

/**
 * Writes a text of the organisation. The first text of a code creates the code.
 * @throws {ApiError} as `checkedDraft`, and 409 for too many codes
 */
export async function write(
  ctx: UnitOfWork,
  actor: Actor,
  named: TextKey,
  body: Input<typeof writeTemplate>['body'],
): Promise<queries.Row> {
  const { tenantId } = actor
  const key = { tenantId, ...named }
  deferLock(ctx.db, 'template codes', tenantId) // serializes the creation of codes, to respect the limit
  const { written, declaration, own, isNew } = await checkedDraft(ctx.db, tenantId, named, body)
  if (isNew) await createCode(ctx, tenantId, named.code, declaration)
  defer(ctx.db, queries.upsertText(ctx.db, key, own, written))
  ctx.setAuditSubject(named.code)
  return (await rowsOf<queries.Row>(ctx.db, queries.one({ ...actor, ...key })))[0]!
}

/** @throws {ApiError} 409 for too many codes */
async function createCode({ db }: UnitOfWork, tenantId: string, code: string, declaration: Declaration): Promise<void> {
  if ((await queries.countCodes(db, tenantId)) >= rules.MAX_OWN_CODES)
    throw conflict(`An organisation can have at most ${rules.MAX_OWN_CODES} codes. Delete an unused one.`)
  defer(db, queries.insertDeclaration(db, tenantId, code, declaration))
}

/** @throws {ApiError} 404 if the organisation has no such text */
export async function deleteText(ctx: UnitOfWork, { tenantId }: Actor, named: TextKey): Promise<void> {
  deferLock(ctx.db, 'template codes', tenantId)
  if (!(await queries.remove(ctx.db, { tenantId, ...named }))) throw notFound('Template')
  defer(ctx.db, queries.deleteUnusedCode(ctx.db, tenantId, named.code))
  ctx.setAuditSubject(named.code)
}

/** @throws {ApiError} 404 if the text does not exist, 422 for wrong variables, and as `checkedDraft` */
export async function preview(
  ctx: Context<'config'>,
  { tenantId }: Actor,
  named: TextKey,
  { variables, recipientName, draft }: Input<typeof previewTemplate>['body'],
): Promise<Rendered> {
  const { text, declaration } = draft
    ? await draftToRender(ctx.db, tenantId, named, draft)
    : await savedText(ctx.db, tenantId, named)
  const faults = faultsOf(declaration, variables, { allowHttp: ctx.config.mode === 'sandbox', allowAdded: true })
  if (faults.length > 0) throw unprocessable(faults)
  ctx.setAuditSubject(named.code)
  return render(text, named.channel, named.language, variables, declaration, recipientName)
}

type Renderable = { text: Text; declaration: Declaration }

async function savedText(db: Db, tenantId: string, named: TextKey): Promise<Renderable> {
  const declaration = await findDeclaration(db, tenantId, named.code)
  const text = await textOf(db, { tenantId, ...named })
  if (!declaration || text?.language !== named.language) throw notFound('Template')
  return { text, declaration }
}

async function draftToRender(
  db: Db,
  tenantId: string,
  named: TextKey,
  draft: Input<typeof writeTemplate>['body'],
): Promise<Renderable> {
  const { written, declaration } = await checkedDraft(db, tenantId, named, draft, ['draft'])
  const { organization } = (await queries.findText(db, { tenantId, ...named }))! // the organisation of the caller exists
  return { text: { ...written, organization }, declaration }
}
