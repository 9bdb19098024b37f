import { type RawBuilder, sql } from 'kysely'
import { prepared, preparedRows } from '../db/prepared.ts'
import { collectRows, defer } from '../db/transaction.ts'
import type { Channel, Language, Purpose } from '../lib/channels.ts'
import { newId } from '../lib/ids.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { asText, catalog, type TemplateCode, type Value, type Variables } from './catalog.ts'
import { sealSecrets } from './secrets.ts'

/** A recipient without an account: a lead, or a person who requested access. */
type Contact = {
  leadId?: string
  name: string
  email?: string | undefined
  /** E.164 */
  phone?: string | undefined
  language: Language
}

/** The only address that a message goes to, whether confirmed or not. Used for confirmation codes. */
type FixedAddress = { email: string } | { phone: string }

/**
 * The recipient of a message. `allAdministrators` queues a message for each administrator of the tenant except one. `atOnce`
 * inserts the message at once instead of with the commit, which is needed for a user of another tenant.
 */
export type Recipient =
  | { userId: string; at?: FixedAddress; atOnce?: true }
  | { allAdministrators: true; except?: string }
  | { stranger: Contact }

type Message<C extends TemplateCode> = {
  to: Recipient
  template: C
  variables: Variables<C>
  /** The ids of the message's subjects. */
  about: string[]
  /** After this time the message is pointless and is not sent. */
  uselessAt?: Date | undefined
}

/** A message of a platform or an organisation template. */
export type Entry = {
  to: Recipient
  templateCode: string
  purpose: Purpose
  /** Values by name, as text. */
  variables: Record<string, string>
  about: string[]
  /** When the message becomes pointless. */
  uselessAt?: Date | undefined
  /** By default the recipient's preferred channel. */
  channel?: Channel | undefined
}

/**
 * Queues a platform message in the transaction of its cause. The sender sends it after the commit; if the transaction
 * fails, no message is sent.
 */
export function queueMessage<C extends TemplateCode>(
  ctx: Pick<UnitOfWork, 'db' | 'trail' | 'vault'>,
  { to, template, variables, ...rest }: Message<C>,
): void {
  const { purpose } = catalog[template]
  const given = Object.entries<Value | undefined>(variables)
  const texts = given.flatMap(([name, value]) => (value === undefined ? [] : [[name, asText(value)]]))
  enqueue(ctx, { to, templateCode: template, purpose, variables: Object.fromEntries(texts), ...rest })
}

/** Queues a message of any template. @returns the message's id; undefined for several messages */
export function enqueue(
  { db, trail: { tenantId }, vault }: Pick<UnitOfWork, 'db' | 'trail' | 'vault'>,
  { to, templateCode, purpose, about, ...given }: Entry,
): string | undefined {
  const variables = sealSecrets(vault, { tenantId, templateCode, about }, given.variables)
  const common = {
    tenantId,
    templateCode,
    purpose,
    about,
    uselessAt: given.uselessAt ?? null,
    channel: given.channel ?? null,
  }
  if ('allAdministrators' in to) {
    defer(db, insertForAdministrators({ ...common, except: to.except ?? null, variables: JSON.stringify(variables) }))
    return undefined
  }
  const id = newId('msg')
  const recipient = 'userId' in to ? { userId: to.userId, ...to.at } : to.stranger
  const row: Single = { ...common, id, ...recipient, variables }
  if ('userId' in to && (to.at || to.atOnce))
    defer(db, insert({ rows: JSON.stringify([row]) })) // a claim of a record commits under another tenant
  else addRow(db, row)
  return id
}

type Common = {
  tenantId: string
  templateCode: string
  purpose: Purpose
  about: string[]
  uselessAt: Date | null
  channel: Channel | null
}
type Single = Common & { id: string; variables: Record<string, string> } & (
    | { userId: string; email?: string; phone?: string }
    | Contact
  )

/** The number of rows up to which each value is a parameter. */
const FEW = 4

/** One statement for all messages of a transaction. */
const addRow = collectRows<Single>((rows) =>
  rows.length <= FEW && rows.every(goesToUser) ? insertFewForUsers(rows) : insert({ rows: JSON.stringify(rows) }),
)

type ForUser = Common & { id: string; userId: string; variables: Record<string, string> }

/** To the addresses that the user has when it is sent. */
const goesToUser = (row: Single): row is Single & ForUser => 'userId' in row && !row.email && !row.phone

const insertFewForUsers = preparedRows<ForUser>(
  ['tenantId', 'id', 'userId', 'templateCode', 'purpose', 'variables', 'about', 'uselessAt', 'channel'],
  (rows) => sql`
    insert into messages (tenant_id, id, recipient_user_id, template_code, purpose, variables, about, useless_at,
      wanted_channel)
    values ${rows}`,
)

const insert = prepared<{ rows: string }>(
  (v) => sql`
    insert into messages (tenant_id, id, recipient_user_id, lead_id, to_name, to_email, to_phone, to_language,
      template_code, purpose, variables, about, useless_at, wanted_channel)
    select "tenantId", id, "userId", "leadId", name, email, phone, language, "templateCode", purpose, variables, about,
      "uselessAt", channel
    from jsonb_to_recordset(${v.rows}::jsonb) as r (
      "tenantId" text, id text, "userId" text, "leadId" text, name text, email text, phone text, language text,
      "templateCode" text, purpose text, variables jsonb, about text[], "uselessAt" timestamptz,
      channel text)`,
)

/**
 * Queues messages of platform templates within another statement.
 * @param selected a query for tenant_id, user_id, template_code, variables, purpose and about
 */
export const insertSelected = (selected: RawBuilder<unknown>) => sql`
  insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, about)
  select tenant_id, new_id('msg'), user_id, template_code, variables, purpose, about
  from (${selected}) message`

const insertForAdministrators = prepared<Common & { except: string | null; variables: string }>(
  (v) => sql`
    insert into messages (tenant_id, id, recipient_user_id, template_code, purpose, variables, about, useless_at,
      wanted_channel)
    select u.tenant_id, new_id('msg'), u.id, ${v.templateCode}, ${v.purpose}, ${v.variables}::jsonb, ${v.about},
      ${v.uselessAt}, ${v.channel}
    from users u
    where u.tenant_id = ${v.tenantId}
      and u.role = 'ADMIN'
      and u.id is distinct from ${v.except}
      -- Administrators disabled in the last day are included, so that disabling a colleague does not hide critical messages.
      and (u.disabled_at is null or ${v.purpose} = 'CRITICAL' and u.disabled_at > app_now() - interval '1 day')`,
)

/** Releases messages that wait for a user to confirm an address: to the user, and for a guardian also to dependants. */
export const releaseUnconfirmed = prepared<{ tenantId: string; userId: string }>(
  (v) => sql`
    update messages
    set next_at = app_now()
    where tenant_id = ${v.tenantId}
      and (case when via_user_id is null then recipient_user_id else via_user_id end) = ${v.userId}
      and (via_user_id is null or recipient_user_id = any(dependants_of(${v.tenantId}, ${v.userId})))
      and status = 'QUEUED'
      and last_error = 'unconfirmed'
      and next_at > app_now()
      and lease is null`,
)
