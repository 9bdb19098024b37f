import type { Db } from '../../../../db/kysely.ts'
import type { Channel, Language } from '../../../../lib/channels.ts'
import type { Vault } from '../../../../lib/secrets.ts'
import { isTooLong } from '../../../../messages/bounds.ts'
import type { Declaration } from '../../../../messages/catalog.ts'
import type { Outgoing } from '../../../../messages/providers/index.ts'
import { render, type Text } from '../../../../messages/render.ts'
import { openSecrets } from '../../../../messages/secrets.ts'
import { hasVariables } from '../../../../messages/variables.ts'
import { findDeclaration, textOf } from '../../templates/actions.ts'
import type { Claimed } from './claim.ts'

/**
 * Why a message cannot be sent by a channel. `template_missing`: the template or its text for the channel no longer exists, or
 * its variables have changed. `too_long`: the rendered text exceeds the channel's limit.
 */
export type ComposeError = 'template_missing' | 'too_long'

type Wanted = { tenantId: string; code: string; channel: Channel; language: Language }
type Template = { declaration: Declaration; text: Text & { language: Language } }

/** Finds a template; undefined if it does not exist or has no text for the channel. */
export type FindTemplate = (wanted: Wanted) => Promise<Template | undefined>

/** Finds the templates of messages that were claimed together, each once. @param db connected as the worker */
export function templatesIn(db: Db): FindTemplate {
  const known = new Map<string, Promise<Template | undefined>>()
  return (wanted) => {
    const key = JSON.stringify(wanted)
    const found = known.get(key) ?? findTemplate(db, wanted)
    known.set(key, found)
    return found
  }
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
  find: FindTemplate,
  vault: Vault,
  message: Claimed,
  { channel, to, language = message.language }: { channel: Channel; to: string; language?: Language },
): Promise<Outgoing | ComposeError> {
  const { tenant_id: tenantId, template_code: code } = message
  const template = await find({ tenantId, code, channel, language })
  if (!template) return 'template_missing'
  const { declaration, text } = template
  const values = openSecrets(vault, { tenantId, templateCode: code, about: message.about }, message.variables)
  if (!hasVariables(declaration, values)) return 'template_missing'
  const rendered = render(text, channel, text.language, values, declaration, message.name, message.dependant_name)
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
  }
}
