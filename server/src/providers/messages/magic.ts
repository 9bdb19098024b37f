import type { Channel } from '../../messages/channels.ts'
import type { Fate, MessageProviderError, MessageRefused, Outgoing } from './index.ts'

/** What comes of a message to somebody. `lost` and `late`: no answer to it comes, and it has not arrived, or it has. */
export type Conduct =
  | { refused: MessageRefused['code'] }
  | { failing: MessageProviderError['code']; retryAfterSec?: number }
  | 'lost'
  | { taken: Fate | undefined; late?: boolean }

/**
 * Somebody in the sandbox with whom something goes wrong. Mailboxes are at sandbox.example, and may carry a tag
 * (`nobody+2@sandbox.example`), for an address belongs to one user alone. Numbers are the same on SMS and WhatsApp.
 */
export type MagicRecipient = {
  mailbox: string | undefined
  number: string
  /** Other channels of theirs are as anybody's. */
  channel?: Channel
  what: string
  conduct: Conduct
}

const MINUTE_SEC = 60
const HOUR_SEC = 3600

/** `docs/sandbox.md` lists them in these words. */
export const magicRecipients: MagicRecipient[] = [
  {
    mailbox: 'nobody',
    number: '+212600000001',
    what: 'Nobody has this address: refused (`invalid_recipient`)',
    conduct: { refused: 'invalid_recipient' },
  },
  {
    mailbox: 'blocked',
    number: '+212600000002',
    what: 'The recipient lets nothing through from us: refused (`blocked`)',
    conduct: { refused: 'blocked' },
  },
  {
    mailbox: 'rejected',
    number: '+212600000003',
    what: 'The content is refused (`rejected`)',
    conduct: { refused: 'rejected' },
  },
  {
    mailbox: 'bounces',
    number: '+212600000004',
    what: 'Sent, and FAILED a minute later',
    conduct: { taken: { status: 'FAILED', afterSec: MINUTE_SEC } },
  },
  {
    mailbox: 'unavailable',
    number: '+212600000005',
    what: 'The provider is down at each try (`service_unavailable`)',
    conduct: { failing: 'service_unavailable' },
  },
  {
    mailbox: 'limited',
    number: '+212600000006',
    what: 'The provider wants to be left alone for five minutes, at each try (`rate_limited`)',
    conduct: { failing: 'rate_limited', retryAfterSec: 5 * MINUTE_SEC },
  },
  {
    mailbox: 'hangs',
    number: '+212600000007',
    what: 'The provider never answers, and never tells what became of it',
    conduct: 'lost',
  },
  {
    mailbox: 'late',
    number: '+212600000008',
    what: 'The provider never answers, and tells a minute later that it is DELIVERED',
    conduct: { taken: { status: 'DELIVERED', afterSec: MINUTE_SEC }, late: true },
  },
  {
    mailbox: 'slow',
    number: '+212600000009',
    what: 'Sent, and DELIVERED an hour later',
    conduct: { taken: { status: 'DELIVERED', afterSec: HOUR_SEC } },
  },
  {
    mailbox: 'reads',
    number: '+212600000010',
    what: 'Sent, and READ a minute later',
    conduct: { taken: { status: 'READ', afterSec: MINUTE_SEC } },
  },
  {
    mailbox: 'unconfirmed',
    number: '+212600000011',
    what: 'Sent, and nothing more is heard of it',
    conduct: { taken: undefined },
  },
  {
    mailbox: undefined,
    number: '+212600000012',
    channel: 'WHATSAPP',
    what: 'Not on WhatsApp: refused there (`invalid_recipient`), and DELIVERED by SMS',
    conduct: { refused: 'invalid_recipient' },
  },
]

const ordinary: Conduct = { taken: { status: 'DELIVERED', afterSec: 0 } }

const MAILBOX = /^([a-z]+)(?:\+[^@]*)?@sandbox\.example$/i

export function conductOf({ channel, to }: Pick<Outgoing, 'channel' | 'to'>): Conduct {
  const mailbox = MAILBOX.exec(to)?.[1]?.toLowerCase()
  const magic = magicRecipients.find((one) =>
    channel === 'EMAIL'
      ? mailbox !== undefined && one.mailbox === mailbox
      : one.number === to && (one.channel ?? channel) === channel,
  )
  return magic?.conduct ?? ordinary
}
