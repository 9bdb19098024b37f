import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { SealingKey } from './content.ts'
import { inFolder, openssl } from './signed-pdf-testing.ts'

export const TSA_EXTENSIONS = ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,timeStamping']
const CONFIG = `[tsa]
default_tsa = this
[this]
serial = serial
signer_digest = sha256
default_policy = 1.3.6.1.4.1.99999.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`

type Answer = { status?: number; body: Buffer }

/** A time-stamping authority of OpenSSL behind HTTP, whose answers a test can replace. */
export class TestTimestampAuthority {
  readonly #own: SealingKey
  readonly requests: { headers: IncomingMessage['headers']; body: Buffer }[] = []
  answer: (request: Buffer) => Answer = (request) => ({ body: this.reply(request) })
  readonly #server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    this.requests.push({ headers: request.headers, body })
    const { status = 200, body: reply } = this.answer(body)
    response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(reply)
  })

  reply = (request: Buffer): Buffer =>
    inFolder((folder) => {
      writeFileSync(join(folder, 'query'), request)
      writeFileSync(join(folder, 'chain'), this.#own.chainPem)
      writeFileSync(join(folder, 'key'), this.#own.privateKeyPem)
      writeFileSync(join(folder, 'serial'), '01')
      writeFileSync(join(folder, 'config'), CONFIG)
      openssl(
        folder,
        'ts -reply -config config -section this -queryfile query -signer chain -inkey key -chain chain -out reply',
      )
      return Buffer.from(openssl(folder, 'base64 -A -in reply'), 'base64')
    })

  /** @param own the key of the authority with its chain */
  constructor(own: SealingKey) {
    this.#own = own
  }

  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/tsr`
  }
  close = () => this.#server.close()
}
