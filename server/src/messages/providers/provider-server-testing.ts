import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net'
import { after } from 'node:test'
import { MessageProviderError, MessageRefused, type Outgoing } from './index.ts'

export const outgoing = (changes: Partial<Outgoing> = {}): Outgoing => ({
  tenantId: 'ten_a',
  messageId: 'msg_019a9f3c5d2e00000000000000000001',
  recipientUserId: 'usr_a',
  templateCode: 'ORDER_READY',
  about: [],
  channel: 'SMS',
  to: '+212612345678',
  language: 'fr',
  subject: 'Votre commande est prête',
  text: 'Votre commande est prête.\nPharmacie Atlas & Cie',
  html: '<p>Votre commande est prête.</p>',
  parameters: ['Salma', 'Pharmacie Atlas & Cie'],
  ...changes,
})

/** A deadline that a test reaches only if it hangs. */
export const longDeadline = () => AbortSignal.timeout(30_000)

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

/** A provider's HTTP server on loopback. */
export type ProviderServer = { host: string; received: Received[]; answer: (response: ServerResponse) => void }

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

export async function startProviderServer(answer: ProviderServer['answer']): Promise<ProviderServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url, headers } = request
    provider.received.push({ method: method!, path: url!, headers, body: Buffer.concat(chunks).toString() })
    provider.answer(response)
  })
  const provider: ProviderServer = { host: await listening(server), received: [], answer }
  after(() => server.closeAllConnections())
  return provider
}

/** A server that runs `attack` on each connection that sends data. */
export async function startHostile(attack: (socket: Socket) => void): Promise<{ host: string; sockets: Socket[] }> {
  const sockets: Socket[] = []
  const server = createRawServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {}) // the tests break connections
    socket.once('data', () => attack(socket))
  })
  after(() => {
    for (const socket of sockets) socket.destroy()
  })
  return { host: await listening(server), sockets }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}` // listens on TCP
}

/** The result of a send: the provider's id or the error code, with a question mark if it is in doubt. */
export const outcomeOf = (sending: Promise<{ providerMessageId: string }>): Promise<string> =>
  sending.then(
    ({ providerMessageId }) => providerMessageId,
    (error) => {
      if (error instanceof MessageRefused) return error.code
      if (error instanceof MessageProviderError) return error.code + (error.inDoubt ? '?' : '')
      throw error
    },
  )
