import { z } from 'zod'
import type { WhatsAppAddress } from './addresses.ts'
import { type Answer, codesByNumber, failureOf, HttpApi } from './http-api.ts'
import type { Callback, MessageProvider, MessageProviderError, MessageRefused, Outgoing, Received } from './index.ts'
import { receive } from './whatsapp-callback.ts'

const taken = z.object({ messages: z.tuple([z.object({ id: z.string().min(1) })], z.unknown()) })
const failed = z.object({ error: z.object({ code: z.number() }) })

/**
 * WhatsApp by Meta's Cloud API, or by a compatible gateway. WhatsApp requires a template to start a conversation: Meta
 * must have approved one with our template code in lower case, and with the same number of variables.
 */
export class WhatsAppMessages implements MessageProvider {
  readonly name = 'whatsapp'
  readonly #address: WhatsAppAddress
  readonly #api: HttpApi

  constructor(address: WhatsAppAddress) {
    this.#address = address
    this.#api = new HttpApi(address.base)
  }

  async send(message: Outgoing, signal: AbortSignal): Promise<{ providerMessageId: string }> {
    const { phoneNumberId, accessToken } = this.#address
    const request = {
      method: 'POST',
      path: `/${phoneNumberId}/messages`,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(asTemplate(message)),
    } as const
    const answer = await this.#api.request(request, signal)
    const { data } = taken.safeParse(answer.json)
    if (answer.status >= 300 || !data) throw asFailure(answer)
    return { providerMessageId: data.messages[0].id }
  }

  receive(callback: Callback): Received | undefined {
    return receive(callback, this.#address)
  }

  close(): Promise<void> {
    return this.#api.close()
  }
}

const asTemplate = ({ messageId, to, templateCode, language, parameters }: Outgoing) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to,
  type: 'template',
  template: {
    name: templateCode.toLowerCase(),
    language: { code: language },
    ...(parameters.length > 0 && {
      components: [{ type: 'body', parameters: parameters.map((text) => ({ type: 'text', text: asParameter(text) })) }],
    }),
  },
  biz_opaque_callback_data: messageId,
})

/** WhatsApp requires a single line without repeated spaces, and not empty. */
const asParameter = (text: string): string => text.replace(/\s+/gu, ' ').trim() || '–'

const codes = codesByNumber({
  invalid_recipient: [131021, 131026, 131030],
  blocked: [368, 130472, 130497, 131031, 131047, 131049, 131050],
  rate_limited: [4, 80007, 130429, 131048, 131056, 133016],
  service_unavailable: [1, 2, 131000, 131016, 131057, 133004],
  auth_failed: [0, 3, 10, 190, 200],
})

function asFailure(answer: Answer): MessageRefused | MessageProviderError {
  const code = failed.safeParse(answer.json).data?.error.code
  return failureOf(answer, code === undefined ? undefined : codes.get(code))
}
