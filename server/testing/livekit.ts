import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import { liveKitServer, requireGoProgram, withoutGoProgram } from './go-program.ts'
import { type GoServer, goServer } from './go-server.ts'

/** A LiveKit server for one test, which can be stopped, frozen and restarted on the same ports. */
export type LiveKit = GoServer & {
  /** For VIDEO_URL. */
  url: string
  /** The base URL of its server API. */
  base: string
  apiKey: string
  apiSecret: string
  /** The webhooks that LiveKit sent. */
  webhooks: ReceivedWebhook[]
  /** Sets the destination of its webhooks. Undefined drops them. */
  setWebhookUrl(url: string | undefined): void
}

export type ReceivedWebhook = { headers: IncomingHttpHeaders; body: Buffer }

/** For `test(name, { skip: withoutLiveKit }, …)`: the reason to skip without LiveKit. */
export const withoutLiveKit: string | false = await withoutGoProgram(liveKitServer)

const apiKey = 'medina'
const apiSecret = 'a-secret-of-tests-that-is-long-enough'

/** Starts a LiveKit that stops after the file's tests. */
export async function startLiveKit(): Promise<LiveKit> {
  const liveKit = await launchLiveKit()
  after(liveKit.close)
  return liveKit
}

/** Starts a LiveKit that the caller closes. */
export async function launchLiveKit(): Promise<LiveKit & { close(): Promise<void> }> {
  const program = await requireGoProgram(liveKitServer)
  const { url, close: closeRecorder, ...sides } = await startRecorder()
  for (let tries = 1; ; tries++) {
    const liveKit = { ...liveKitAt(program, url, randomInt(20_000, 32_000)), ...sides }
    const close = async () => {
      await liveKit.end()
      closeRecorder()
    }
    try {
      await liveKit.start()
      process.once('exit', () => void liveKit.end()) // also if this process exits early
      return { ...liveKit, close }
    } catch (error) {
      if (tries < 5) continue
      await close()
      throw error
    }
  }
}

/** Records LiveKit's webhooks and forwards them to the platform, whose address is not known at the start. */
async function startRecorder() {
  const webhooks: ReceivedWebhook[] = []
  let to: string | undefined
  const server = createServer(async (request, response) => {
    const call = { headers: request.headers, body: await buffer(request) }
    webhooks.push(call)
    // The platform may have stopped first.
    const status = to === undefined ? 200 : await post(to, call).catch(() => 503)
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // TCP
  const setWebhookUrl = (url: string | undefined) => {
    to = url
  }
  return { url: `http://127.0.0.1:${port}/`, webhooks, setWebhookUrl, close: () => void server.close() }
}

/** Sends a webhook, recorded or altered. @returns the status of the response */
export async function post(
  url: string,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
): Promise<number> {
  const { authorization, 'content-type': type = 'application/webhook+json' } = headers
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': type, ...(authorization !== undefined && { authorization }) },
    body: new Uint8Array(body),
  })
  return answer.status
}

/** Loopback only: signalling on one port, media on the next two. */
const configuration = (webhook: string, port: number) => ({
  port,
  bind_addresses: ['127.0.0.1'],
  keys: { [apiKey]: apiSecret },
  rtc: {
    tcp_port: port + 1,
    udp_port: port + 2,
    use_external_ip: false,
    node_ip: '127.0.0.1',
    enable_loopback_candidate: true,
    interfaces: { includes: ['lo'] },
  },
  room: { empty_timeout: 20, departure_timeout: 2 },
  webhook: { api_key: apiKey, urls: [webhook] },
  logging: { level: 'fatal' },
})

function liveKitAt(program: string, webhook: string, port: number): Omit<LiveKit, 'webhooks' | 'setWebhookUrl'> {
  const base = `http://127.0.0.1:${port}`
  const launch = () => {
    // JSON is YAML.
    const env = { ...process.env, LIVEKIT_CONFIG: JSON.stringify(configuration(webhook, port)) }
    return spawn(program, [], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return {
    url: `livekit+http://${apiKey}:${apiSecret}@127.0.0.1:${port}`,
    base,
    apiKey,
    apiSecret,
    ...goServer(launch, base),
  }
}
