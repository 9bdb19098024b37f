import type { Db } from '../../../../db/kysely.ts'
import type { Channel, Language } from '../../../../lib/channels.ts'
import type { Vault } from '../../../../lib/secrets.ts'
import { isTooLong } from '../../../../messages/bounds.ts'
import type { Outgoing } from '../../../../messages/providers/index.ts'
import { render } from '../../../../messages/render.ts'
import { openSecrets } from '../../../../messages/secrets.ts'
import { hasVariables } from '../../../../messages/variables.ts'
import { findDeclaration, textOf } from '../../templates/actions.ts'
import type { Claimed } from './claim.ts'

/**
 * Why a message cannot be sent by a channel. `template_missing`: the template or its text for the channel no longer exists, or
 * its variables have changed. `too_long`: the rendered text exceeds the channel's limit.
 */
export type ComposeError = 'template_missing' | 'too_long'

/**
 * Renders a message for one recipient and channel.
 * @param db connected as the worker
 * @param vault decrypts its secret variables
 */
export async function compose(
  db: Db,
  vault: Vault,
  message: Claimed,
  { channel, to, language = message.language }: { channel: Channel; to: string; language?: Language },
): Promise<Outgoing | ComposeError> {
  const { tenant_id: tenantId, template_code: code } = message
  const [declaration, text] = await Promise.all([
    findDeclaration(db, tenantId, code),
    textOf(db, { tenantId, code, channel, language }),
  ])
  if (!declaration || !text) return 'template_missing'
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
