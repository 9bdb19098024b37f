import { sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import { defer } from '../db/transaction.ts'
import { idFloor, newId } from '../lib/ids.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { asText, catalog, type TemplateCode, type Value, type Variables } from './catalog.ts'

const DAY_MS = 24 * 3_600_000

type Once<C extends TemplateCode> = {
  userId: string
  template: C
  variables: Variables<C>
  about: string
  /** A further subject. Two messages that differ only in it count as the same. */
  alsoAbout?: string
}

/**
 * Queues a message to a user about a subject, unless the same message was queued within a day. Otherwise a change that is
 * undone and made again would repeat it. The caller holds the lock of the subject.
 */
export function queueOnceADay<C extends TemplateCode>(
  { db, trail }: Pick<UnitOfWork, 'db' | 'trail'>,
  { userId, template, variables, about, alsoAbout }: Once<C>,
): void {
  const texts = Object.entries<Value>(variables).map(([name, value]) => [name, asText(value)])
  defer(
    db,
    insert({
      ...{ tenantId: trail.tenantId, userId, template, about },
      subjects: JSON.stringify(alsoAbout === undefined ? [about] : [alsoAbout, about]),
      id: newId('msg'),
      purpose: catalog[template].purpose,
      variables: JSON.stringify(Object.fromEntries(texts)),
      since: idFloor('msg', Date.now() - DAY_MS), // ids follow real time
    }),
  )
}

const insert = prepared<
  Record<'tenantId' | 'id' | 'userId' | 'template' | 'purpose' | 'variables' | 'about' | 'subjects' | 'since', string>
>(
  (v) => sql`
    insert into messages (tenant_id, id, recipient_user_id, template_code, purpose, variables, about)
    select ${v.tenantId}, ${v.id}, ${v.userId}, ${v.template}, ${v.purpose}, ${v.variables}::jsonb,
      array(select jsonb_array_elements_text(${v.subjects}::jsonb))
    where not exists (
      select from messages m
      where m.tenant_id = ${v.tenantId}
        and m.recipient_user_id = ${v.userId}
        and m.id > ${v.since}
        and m.template_code = ${v.template}
        and ${v.about}::text = any(m.about))`,
)
