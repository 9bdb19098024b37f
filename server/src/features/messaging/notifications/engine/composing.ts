import type { Database } from '../../../../db/database.ts'
import type { Db } from '../../../../db/kysely.ts'
import type { Channel, Language } from '../../../../lib/channels.ts'
import type { Vault } from '../../../../lib/secrets.ts'
import { isTooLong } from '../../../../messages/bounds.ts'
import { type Declaration, hasCalendar, namesVisits } from '../../../../messages/catalog.ts'
import type { Outgoing } from '../../../../messages/providers/index.ts'
import { render, type Text } from '../../../../messages/render.ts'
import { openSecrets } from '../../../../messages/secrets.ts'
import { hasVariables } from '../../../../messages/variables.ts'
import { type VisitParts, visitPartsFor } from '../../../care/video/join-links/actions.ts'
import { findDeclaration, textOf } from '../../templates/actions.ts'
import type { Claimed } from './claim.ts'

/**
 * Why a message cannot be sent by a channel. `template_missing`: the template or its text for the channel no longer exists, or
 * its variables have changed. `too_long`: the rendered text exceeds the channel's limit.
 */
export type ComposeError = 'template_missing' | 'too_long'

type Wanted = { tenantId: string; code: string; channel: Channel; language: Language }
type Template = { declaration: Declaration; text: Text & { language: Language } }

/** What messages that were claimed together are composed from. */
export type Sources = {
  /** Undefined if the template does not exist or has no text for the channel. */
  template(wanted: Wanted): Promise<Template | undefined>
  /** What the sender adds about the appointments that a message names. */
  visitParts(message: Claimed): Promise<VisitParts | undefined>
}

/** Reads each template once, and the appointments of all messages together. @param database connected as the worker */
export function sourcesOf(messages: Claimed[], database: Database, vault: Vault, publicUrl: string): Sources {
  const templates = new Map<string, Promise<Template | undefined>>()
  let parts: ReturnType<typeof visitPartsFor> | undefined
  return {
    template(wanted) {
      const key = JSON.stringify(wanted)
      const found = templates.get(key) ?? findTemplate(database.reader(''), wanted)
      templates.set(key, found)
      return found
    },
    async visitParts({ id, template_code }) {
      if (!namesVisits(template_code)) return undefined
      parts ??= visitPartsFor({ database, vault, publicUrl }, messages.flatMap(naming))
      return (await parts).get(id)
    },
  }
}

/** A guardian gets a link of their own. */
const naming = ({
  id,
  tenant_id: tenantId,
  via_user_id,
  recipient_user_id,
  template_code,
  about,
  language,
}: Claimed) => {
  const userId = via_user_id ?? recipient_user_id
  return userId !== null && namesVisits(template_code)
    ? [{ id, tenantId, userId, about, language, hasCalendar: hasCalendar(template_code) }]
    : []
}

async function findTemplate(db: Db, wanted: Wanted): Promise<Template | undefined> {
  const [declaration, text] = await Promise.all([findDeclaration(db, wanted.tenantId, wanted.code), textOf(db, wanted)])
  return declaration && text && { declaration, text }
}

/**
 * Renders a message for one recipient and channel.
 * @param vault decrypts its secret variables
 */
export async function compose(
  sources: Sources,
  vault: Vault,
  message: Claimed,
  { channel, to, language = message.language }: { channel: Channel; to: string; language?: Language },
): Promise<Outgoing | ComposeError> {
  const { tenant_id: tenantId, template_code: code } = message
  const template = await sources.template({ tenantId, code, channel, language })
  if (!template) return 'template_missing'
  const { declaration, text } = template
  const values = openSecrets(vault, { tenantId, templateCode: code, about: message.about }, message.variables)
  if (!hasVariables(declaration, values)) return 'template_missing'
  const parts = await sources.visitParts(message)
  const joinLink = declaration.added?.includes('joinLink') ? parts?.joinLink : undefined
  const shown = { ...values, ...(joinLink !== undefined && { joinLink }) }
  const rendered = render(text, channel, text.language, shown, declaration, message.name, message.dependant_name)
  if (isTooLong(channel, rendered)) return 'too_long'
  return {
    tenantId,
    messageId: message.id,
    recipientUserId: message.recipient_user_id,
    templateCode: code,
    about: message.about,
    channel,
    to,
    language: text.language,
    ...rendered,
    ...(channel === 'EMAIL' && parts && parts.calendar.length > 0 && { calendar: parts.calendar }),
  }
}
