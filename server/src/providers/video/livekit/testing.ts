import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import { AccessToken } from 'livekit-server-sdk'
import type { LiveKit } from '../../../../testing/livekit.ts'

/** A proxy to LiveKit's API; it loses the calls whose names are in `lost`. */
export async function startProxy(liveKit: LiveKit) {
  const asked: { name: string; body: string }[] = []
  const lost = new Set<string>()
  const server = createServer(async (request, response) => {
    const name = request.url!.split('/').at(-1)!
    const body = await buffer(request)
    asked.push({ name, body: body.toString() })
    if (lost.has(name)) return response.writeHead(503).end()
    const { authorization = '', 'content-type': type = '' } = request.headers
    const headers = { authorization, 'content-type': type }
    const to = liveKit.base + request.url
    const answer = await fetch(to, { method: 'POST', headers, body: new Uint8Array(body) }).catch(() => undefined)
    if (!answer) return response.writeHead(503).end()
    const content = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo // a TCP address
  const url = liveKit.url.replace(/:\d+$/, `:${port}`)
  return { url, asked, lost }
}

/** A participant's connection to LiveKit without media: they are in the room until `ended`. */
export async function openConnection(liveKit: LiveKit, token: string) {
  const base = liveKit.base.replace('http', 'ws')
  const line = new WebSocket(`${base}/rtc?protocol=16&sdk=js&auto_subscribe=1&access_token=${token}`)
  const ended = new Promise<void>((resolve) => {
    line.onclose = () => resolve()
  })
  await new Promise<void>((resolve, reject) => {
    line.onopen = () => resolve()
    line.onerror = () => reject(new Error('LiveKit accepted no connection.'))
  })
  let isOpen = true
  void ended.then(() => {
    isOpen = false
  })
  after(() => line.close())
  return { ended, isOpen: () => isOpen, close: () => line.close() }
}

/** Signs a webhook as LiveKit does. */
export async function signWebhook(
  { apiKey, apiSecret }: LiveKit,
  sha256: string | undefined,
  instead: Partial<LiveKit> = {},
): Promise<string> {
  const token = new AccessToken(instead.apiKey ?? apiKey, instead.apiSecret ?? apiSecret, { ttl: 300 })
  token.sha256 = sha256
  return token.toJwt()
}
