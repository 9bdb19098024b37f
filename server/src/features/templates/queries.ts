import { sql } from 'kysely'
import type { Db } from '../../db/kysely.ts'
import type { Declaration } from '../../messages/catalog.ts'
import type { Channel, Language } from '../../messages/channels.ts'

export const findDeclaration = (
  db: Db,
  tenantId: string,
  code: string,
): Promise<Pick<Declaration, 'purpose' | 'variables'> | undefined> =>
  db
    .selectFrom('notification_templates')
    .where('tenant_id', '=', tenantId)
    .where('code', '=', code)
    .select(['purpose', 'variables'])
    .executeTakeFirst()

export type TextOf = { tenantId: string; code: string; channel: Channel; language: Language }

/**
 * The name of an organisation, and its own text: in the language if there is one, or else in another (French first) of a
 * code that only it has.
 */
export const findText = (db: Db, { tenantId, code, channel, language }: TextOf) =>
  db
    .selectFrom('tenants as o')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('notification_texts as t')
          .whereRef('t.tenant_id', '=', 'o.tenant_id')
          .where('t.code', '=', code)
          .where('t.channel', '=', channel)
          .where((or) => or.or([or('t.language', '=', language), or('t.own_code', 'is not', null)]))
          .orderBy(sql`t.language = ${language}`, 'desc')
          .orderBy(sql`t.language = 'fr'`, 'desc')
          .orderBy('t.language')
          .limit(1)
          .select(['t.subject', 't.text', 't.language'])
          .as('t'),
      (join) => join.onTrue(),
    )
    .where('o.tenant_id', '=', tenantId)
    .select(['o.name as organization', 't.subject', 't.text', 't.language'])
    .executeTakeFirst()
