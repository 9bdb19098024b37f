import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/kysely.ts'
import { later, lockLater, rowsOf } from '../../db/transaction.ts'
import { conflict, type Fault, notFound, unprocessable } from '../../errors.ts'
import type { Input } from '../../http/operation.ts'
import { lengthFaults } from '../../messages/bounds.ts'
import { type Declaration, declarationOf, type TemplateCode } from '../../messages/catalog.ts'
import type { Language } from '../../messages/channels.ts'
import { textFaultsOf } from '../../messages/checks.ts'
import { type Rendered, render, type Text } from '../../messages/render.ts'
import { platformText } from '../../messages/texts/index.ts'
import { faultsOf } from '../../messages/variables.ts'
import type { previewTemplate, writeTemplate } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** What a template takes: one of the platform's own, or one that the organisation has made. */
export const declared = async (db: Db, tenantId: string, code: string): Promise<Declaration | undefined> =>
  (await declaredOf(db, tenantId, [code])).get(code)

/** The same of several codes; of those that are unknown there is nothing. */
export async function declaredOf(
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

type Named = Input<typeof writeTemplate>['params']

/**
 * Writes a text of the organisation's own; the first one of a code makes it.
 * @throws {ApiError} 422 for what the channel or the template does not take, or would be too long once filled, 409 for
 *   variables or a purpose that others do not share, and for more codes than there may be
 */
export async function write(
  ctx: Context,
  actor: Actor,
  named: Named,
  { subject, text, ...given }: Input<typeof writeTemplate>['body'],
): Promise<queries.Shown> {
  const { tenantId } = actor
  const of = { tenantId, ...named }
  lockLater(ctx.db, 'template codes', tenantId) // who makes one has counted them
  const known = await declared(ctx.db, tenantId, named.code)
  const own = declarationOf(named.code) === undefined
  const declaration = known ?? { purpose: given.purpose ?? 'SERVICE', variables: given.variables ?? {} }
  const written = { subject: subject ?? '', text }
  const faults: Fault[] = [
    ...rules.channelFaults(named.channel, written),
    ...(own ? rules.declarationFaults(given, known === undefined) : []),
    ...textFaultsOf(written, declaration),
  ]
  if (faults.length === 0) faults.push(...lengthFaults(named.channel, written, declaration))
  if (faults.length > 0) throw unprocessable(faults)
  rules.assertSame(named.code, declaration, given)
  if (!known) await makeCode(ctx, tenantId, named.code, declaration)
  later(ctx.db, queries.keep(ctx.db, of, own, written))
  ctx.concerns(named.code)
  return (await rowsOf<queries.Shown>(ctx.db, queries.one({ ...of, userId: actor.userId })))[0]!
}

/** @throws {ApiError} 409 for more codes than there may be */
async function makeCode({ db }: Context, tenantId: string, code: string, declaration: Declaration): Promise<void> {
  if ((await queries.countCodes(db, tenantId)) >= rules.MAX_OWN_CODES)
    throw conflict(`An organisation may make ${rules.MAX_OWN_CODES} codes. Delete one that is not used.`)
  later(db, queries.declare(db, tenantId, code, declaration))
}

/** @throws {ApiError} 404 where the organisation has no such text */
export async function takeBack(ctx: Context, { tenantId }: Actor, named: Named): Promise<void> {
  lockLater(ctx.db, 'template codes', tenantId)
  if (!(await queries.remove(ctx.db, { tenantId, ...named }))) throw notFound('Template')
  later(ctx.db, queries.endWithoutTexts(ctx.db, tenantId, named.code))
  ctx.concerns(named.code)
}

/** @throws {ApiError} 404 where there is no such text, 422 for variables that it does not take */
export async function preview(
  ctx: Context,
  { tenantId }: Actor,
  named: Named,
  { variables, recipientName }: Input<typeof previewTemplate>['body'],
): Promise<Rendered> {
  const declaration = await declared(ctx.db, tenantId, named.code)
  const text = await textOf(ctx.db, { tenantId, ...named })
  if (!declaration || text?.language !== named.language) throw notFound('Template')
  const faults = faultsOf(declaration, variables, { allowHttp: ctx.config.mode === 'sandbox' })
  if (faults.length > 0) throw unprocessable(faults)
  ctx.concerns(named.code)
  return render(text, named.channel, named.language, variables, declaration, recipientName)
}
