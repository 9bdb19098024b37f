import type { Channel } from '../../lib/channels.ts'
import type { MessageProviderError, MessageRefused, Outgoing, SimulatedReceipt } from './index.ts'

/** The simulated result of a message. `lost`: no answer and not delivered. `late`: no answer, but delivered. */
export type Behaviour =
  | { refused: MessageRefused['code'] }
  | { failing: MessageProviderError['code']; retryAfterSec?: number }
  | 'lost'
  | { taken: SimulatedReceipt | undefined; late?: boolean }

/**
 * A sandbox recipient that simulates a failure. Mailboxes are at sandbox.example, and may carry a tag
 * (`nobody+2@sandbox.example`), because an address belongs to one user only. Numbers are the same on SMS and WhatsApp.
 */
export type MagicRecipient = {
  mailbox: string | undefined
  number: string
  /** Only this channel is simulated; other channels deliver normally. */
  channel?: Channel
  what: string
  behaviour: Behaviour
}

const MINUTE_SEC = 60
const HOUR_SEC = 3600

/** `docs/sandbox.md` lists these texts. */
export const magicRecipients: MagicRecipient[] = [
  {
    mailbox: 'nobody',
    number: '+212600000001',
    what: 'The address does not exist: refused (`invalid_recipient`)',
    behaviour: { refused: 'invalid_recipient' },
  },
  {
    mailbox: 'blocked',
    number: '+212600000002',
    what: 'The recipient blocks the sender: refused (`blocked`)',
    behaviour: { refused: 'blocked' },
  },
  {
    mailbox: 'rejected',
    number: '+212600000003',
    what: 'The content is refused (`rejected`)',
    behaviour: { refused: 'rejected' },
  },
  {
    mailbox: 'bounces',
    number: '+212600000004',
    what: 'Sent, and FAILED a minute later',
    behaviour: { taken: { status: 'FAILED', afterSec: MINUTE_SEC } },
  },
  {
    mailbox: 'unavailable',
    number: '+212600000005',
    what: 'The provider is unavailable at each attempt (`service_unavailable`)',
    behaviour: { failing: 'service_unavailable' },
  },
  {
    mailbox: 'limited',
    number: '+212600000006',
    what: 'The provider asks to wait for five minutes, at each attempt (`rate_limited`)',
    behaviour: { failing: 'rate_limited', retryAfterSec: 5 * MINUTE_SEC },
  },
  {
    mailbox: 'hangs',
    number: '+212600000007',
    what: 'The provider never answers, and no receipt follows',
    behaviour: 'lost',
  },
  {
    mailbox: 'late',
    number: '+212600000008',
    what: 'The provider never answers, and a DELIVERED receipt follows a minute later',
    behaviour: { taken: { status: 'DELIVERED', afterSec: MINUTE_SEC }, late: true },
  },
  {
    mailbox: 'slow',
    number: '+212600000009',
    what: 'Sent, and DELIVERED an hour later',
    behaviour: { taken: { status: 'DELIVERED', afterSec: HOUR_SEC } },
  },
  {
    mailbox: 'reads',
    number: '+212600000010',
    what: 'Sent, and READ a minute later',
    behaviour: { taken: { status: 'READ', afterSec: MINUTE_SEC } },
  },
  {
    mailbox: 'unconfirmed',
    number: '+212600000011',
    what: 'Sent, and no receipt follows',
    behaviour: { taken: undefined },
  },
  {
    mailbox: undefined,
    number: '+212600000012',
    channel: 'WHATSAPP',
    what: 'Not on WhatsApp: refused there (`invalid_recipient`), and DELIVERED by SMS',
    behaviour: { refused: 'invalid_recipient' },
  },
]

const ordinary: Behaviour = { taken: { status: 'DELIVERED', afterSec: 0 } }

const MAILBOX = /^([a-z]+)(?:\+[^@]*)?@sandbox\.example$/i

export function behaviourOf({ channel, to }: Pick<Outgoing, 'channel' | 'to'>): Behaviour {
  const mailbox = MAILBOX.exec(to)?.[1]?.toLowerCase()
  const magic = magicRecipients.find((one) =>
    channel === 'EMAIL'
      ? mailbox !== undefined && one.mailbox === mailbox
      : one.number === to && (one.channel ?? channel) === channel,
  )
  return magic?.behaviour ?? ordinary
}
