import { z } from 'zod'
import type { TwilioAddress } from './addresses.ts'
import { type Answer, codesByNumber, failureOf, HttpApi } from './http-api.ts'
import type { Callback, MessageProvider, MessageProviderError, MessageRefused, Outgoing, Received } from './index.ts'
import { receive } from './twilio-callback.ts'

const taken = z.object({ sid: z.string().min(1) })
const failed = z.object({ code: z.number() })
const list = z.object({
  messages: z.array(z.object({ sid: z.string(), to: z.string(), body: z.string(), date_created: z.string() })),
})

/** How many of the latest messages to a number `lookUp` examines. */
const LOOK_UP_SIZE = 50

/** SMS by Twilio's Messages API, or by a compatible gateway. */
export class TwilioMessages implements MessageProvider {
  readonly name = 'twilio'
  readonly #address: TwilioAddress
  readonly #callbackUrl: string
  readonly #api: HttpApi

  /** @param callbackUrl receives receipts */
  constructor(address: TwilioAddress, callbackUrl: string) {
    this.#address = address
    this.#callbackUrl = callbackUrl
    this.#api = new HttpApi(address.base)
  }

  async send({ messageId, to, text }: Outgoing, signal: AbortSignal): Promise<{ providerMessageId: string }> {
    const form = new URLSearchParams({
      To: to,
      ...this.#address.sender,
      Body: text,
      StatusCallback: `${this.#callbackUrl}?messageId=${messageId}`,
    })
    const headers = { ...this.#headers(), 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await this.#api.request({ method: 'POST', path: this.#path, headers, body: form.toString() }, signal)
    const { data } = taken.safeParse(answer.json)
    if (answer.status >= 300 || !data) throw asFailure(answer)
    return { providerMessageId: data.sid }
  }

  /** Finds a message with the same text and number that Twilio created after ours. */
  async lookUp({ messageId, to, text }: Outgoing, signal: AbortSignal) {
    const query = new URLSearchParams({ To: to, PageSize: String(LOOK_UP_SIZE) })
    const request = { method: 'GET', path: `${this.#path}?${query}`, headers: this.#headers() } as const
    const answer = await this.#api.request(request, signal)
    const { data } = list.safeParse(answer.json)
    if (answer.status >= 300 || !data) throw asFailure(answer)
    const since = createdAtSec(messageId)
    const found = data.messages.findLast(
      (one) => one.to === to && one.body === text && Date.parse(one.date_created) / 1000 >= since,
    )
    return found && { providerMessageId: found.sid }
  }

  receive(callback: Callback): Received | undefined {
    return receive(callback, this.#address)
  }

  close(): Promise<void> {
    return this.#api.close()
  }

  get #path(): string {
    return `/2010-04-01/Accounts/${this.#address.accountSid}/Messages.json`
  }

  #headers(): Record<string, string> {
    const { accountSid, authToken } = this.#address
    const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
    return { authorization: `Basic ${basic}`, accept: 'application/json' }
  }
}

/** The time in the id, in seconds since 1970. It is real time, like the provider's. */
const createdAtSec = (messageId: string): number => Math.floor(Number.parseInt(messageId.slice(4, 16), 16) / 1000)

const codes = codesByNumber({
  invalid_recipient: [21211, 21214, 21217, 21265, 21266, 21608, 21614, 21635],
  blocked: [21408, 21610, 21612],
  rate_limited: [14107, 20429, 21611, 30001, 63038],
  service_unavailable: [20500, 20503],
  // The account, or the configured sender, may not send.
  auth_failed: [20003, 20005, 20404, 21212, 21603, 21606, 21659, 21660, 21661, 21703, 21705],
})

function asFailure(answer: Answer): MessageRefused | MessageProviderError {
  const code = failed.safeParse(answer.json).data?.code
  return failureOf(answer, code === undefined ? undefined : codes.get(code))
}
