import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import { liveKitServer, requireGoProgram, withoutGoProgram } from './go-program.ts'
import { type GoServer, goServer } from './go-server.ts'

/** A real LiveKit of a test's own, which can be ended, frozen and started anew on the same ports. */
export type LiveKit = GoServer & {
  /** For VIDEO_URL. */
  url: string
  /** Its API for servers. */
  base: string
  apiKey: string
  apiSecret: string
  /** What it has told by webhooks. */
  told: Told[]
  /** Where its webhooks go from now on; undefined: they are lost. */
  tell(url: string | undefined): void
}

export type Told = { headers: IncomingHttpHeaders; body: Buffer }

/** For `test(name, { skip: withoutLiveKit }, …)`: what to say where there is no LiveKit, and none can be built. */
export const withoutLiveKit: string | false = await withoutGoProgram(liveKitServer)

const apiKey = 'medina'
const apiSecret = 'a-secret-of-tests-that-is-long-enough'

/** Starts one that ends after the file's tests. */
export async function startLiveKit(): Promise<LiveKit> {
  const liveKit = await launchLiveKit()
  after(liveKit.close)
  return liveKit
}

/** Starts one for whoever closes it. */
export async function launchLiveKit(): Promise<LiveKit & { close(): Promise<void> }> {
  const program = await requireGoProgram(liveKitServer)
  const { url, close: closePostbox, ...sides } = await startPostbox()
  for (let tries = 1; ; tries++) {
    const liveKit = { ...liveKitAt(program, url, randomInt(20_000, 32_000)), ...sides }
    const close = async () => {
      await liveKit.end()
      closePostbox()
    }
    try {
      await liveKit.start()
      process.once('exit', () => void liveKit.end()) // it does not outlive us, however we end
      return { ...liveKit, close }
    } catch (error) {
      if (tries < 5) continue
      await close()
      throw error
    }
  }
}

/** Between LiveKit and the platform, whose address is not known yet: keeps what is told, and passes it on. */
async function startPostbox() {
  const told: Told[] = []
  let to: string | undefined
  const server = createServer(async (request, response) => {
    const call = { headers: request.headers, body: await buffer(request) }
    told.push(call)
    // The platform may have ended before; nobody is there to hear of that.
    const status = to === undefined ? 200 : await post(to, call).catch(() => 503)
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const tell = (url: string | undefined) => {
    to = url
  }
  return { url: `http://127.0.0.1:${port}/`, told, tell, close: () => void server.close() }
}

/** Sends a webhook, as it was told or otherwise. @returns the status of the answer */
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

/** Everything on loopback: signalling on one port, and media over the two behind it. */
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

function liveKitAt(program: string, webhook: string, port: number): Omit<LiveKit, 'told' | 'tell'> {
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
