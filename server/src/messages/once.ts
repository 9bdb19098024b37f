import { sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import { defer } from '../db/transaction.ts'
import { idFloor, newId } from '../lib/ids.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { asText, catalog, type TemplateCode, type Value, type Variables } from './catalog.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Queues a message to a user about one subject, unless the same was queued within a day: a change that is undone and made again
 * would repeat it. The caller holds the lock of the subject.
 */
export function queueOnceADay<C extends TemplateCode>(
  { db, trail }: Pick<UnitOfWork, 'db' | 'trail'>,
  { userId, template, variables, about }: { userId: string; template: C; variables: Variables<C>; about: string },
): void {
  const texts = Object.entries<Value>(variables).map(([name, value]) => [name, asText(value)])
  defer(
    db,
    insert({
      ...{ tenantId: trail.tenantId, userId, template, about },
      id: newId('msg'),
      purpose: catalog[template].purpose,
      variables: JSON.stringify(Object.fromEntries(texts)),
      since: idFloor('msg', Date.now() - DAY_MS), // ids follow real time
    }),
  )
}

type Once = Record<'tenantId' | 'id' | 'userId' | 'template' | 'purpose' | 'variables' | 'about' | 'since', string>

const insert = prepared<Once>(
  (v) => sql`
    insert into messages (tenant_id, id, recipient_user_id, template_code, purpose, variables, about)
    select ${v.tenantId}, ${v.id}, ${v.userId}, ${v.template}, ${v.purpose}, ${v.variables}::jsonb, array[${v.about}::text]
    where not exists (
      select from messages m
      where m.tenant_id = ${v.tenantId}
        and m.recipient_user_id = ${v.userId}
        and m.id > ${v.since}
        and m.template_code = ${v.template}
        and m.about = array[${v.about}::text])`,
)
