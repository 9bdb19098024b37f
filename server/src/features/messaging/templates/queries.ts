import { type InferResult, sql } from 'kysely'
import type { CallerIds } from '../../../actor.ts'

import { builder, type Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Channel, Language } from '../../../lib/channels.ts'
import type { Declaration } from '../../../messages/catalog.ts'

/** The key of a text. */
export type TextOf = { tenantId: string; code: string; channel: Channel; language: Language }

export const findDeclarations = (db: Db, tenantId: string, codes: readonly string[]) =>
  db
    .selectFrom('notification_templates')
    .where('tenant_id', '=', tenantId)
    .where('code', 'in', codes)
    .select(['code', 'purpose', 'variables'])
    .execute()

const textsOf = (db: Db, tenantId: string) =>
  db.selectFrom('notification_texts as t').where('t.tenant_id', '=', tenantId)

/**
 * The name of an organisation, and its own text if there is one. The text is in the requested language; for the organisation's
 * own codes, it may be in another language, French first.
 */
export const findText = (db: Db, { tenantId, code, channel, language }: TextOf) =>
  db
    .selectFrom('tenants as o')
    .leftJoinLateral(
      textsOf(builder, tenantId)
        .where('t.code', '=', code)
        .where('t.channel', '=', channel)
        .where((eb) => eb.or([eb('t.language', '=', language), eb('t.own_code', 'is not', null)]))
        .orderBy(sql`t.language = ${language}`, 'desc')
        .orderBy(sql`t.language = 'fr'`, 'desc')
        .orderBy('t.language')
        .limit(1)
        .select(['t.subject', 't.text', 't.language'])
        .as('own'),
      (join) => join.onTrue(),
    )
    .where('o.tenant_id', '=', tenantId)
    .select(['o.name as organization', 'own.subject', 'own.text', 'own.language'])
    .executeTakeFirst()

const withDeclaration = (query: ReturnType<typeof textsOf>) =>
  query
    .leftJoin('notification_templates as d', (join) =>
      join.onRef('d.tenant_id', '=', 't.tenant_id').onRef('d.code', '=', 't.own_code'),
    )
    .select([
      't.code',
      't.channel',
      't.language',
      'd.purpose',
      'd.variables',
      sql<string | null>`null`.as('patient_id'), // no health data
    ])

export type Listed = InferResult<ReturnType<typeof withDeclaration>>[number]
export type Row = Listed & { subject: string; text: string; updated_at: Date }

export const one = prepared<CallerIds & Omit<TextOf, 'tenantId'>, Row>((v) =>
  withDeclaration(
    textsOf(builder, v.tenantId)
      .where('t.code', '=', v.code)
      .where('t.channel', '=', v.channel)
      .where('t.language', '=', v.language),
  ).select(['t.subject', 't.text', 't.updated_at']),
)

/** All texts of an organisation. The limit of codes keeps them few. */
export const all = prepared<CallerIds, Listed>((v) => withDeclaration(textsOf(builder, v.tenantId)))

export async function countCodes(db: Db, tenantId: string): Promise<number> {
  const { n } = await db
    .selectFrom('notification_templates')
    .where('tenant_id', '=', tenantId)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export const insertDeclaration = (db: Db, tenantId: string, code: string, { purpose, variables }: Declaration) =>
  db
    .insertInto('notification_templates')
    .values({ tenant_id: tenantId, code, purpose, variables: JSON.stringify(variables) })

export const upsertText = (db: Db, key: TextOf, isOwn: boolean, { subject, text }: { subject: string; text: string }) =>
  db
    .insertInto('notification_texts')
    .values({
      tenant_id: key.tenantId,
      code: key.code,
      channel: key.channel,
      language: key.language,
      own_code: isOwn ? key.code : null,
      subject,
      text,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'code', 'channel', 'language'])
        .doUpdateSet({ subject, text, updated_at: sql`app_now()` }),
    )

/** Deletes a text. @returns whether it existed */
export async function remove(db: Db, { tenantId, code, channel, language }: TextOf): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notification_texts')
    .where('tenant_id', '=', tenantId)
    .where('code', '=', code)
    .where('channel', '=', channel)
    .where('language', '=', language)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes a code without texts. */
export const deleteUnusedCode = (db: Db, tenantId: string, code: string) =>
  db
    .deleteFrom('notification_templates as d')
    .where('d.tenant_id', '=', tenantId)
    .where('d.code', '=', code)
    .where((eb) => eb.not(eb.exists(textsOf(builder, tenantId).where('t.own_code', '=', code).select('t.code'))))
