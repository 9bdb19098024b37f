import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { epochMs } from './moments.ts'
import type { KnownSecrets, ReceivedRequests, ReceiverCommand, Usage, VerifiedRequest } from './receiving.ts'

/**
 * A subscriber's server in a child process. The path selects the response: `/ok/…` responds at once, `/hang/…` never,
 * `/fail/…` with 500, `/drip/…` byte by byte without end, `/redirect/…` to the address in the query. It exits with its parent.
 */
const seen: ReceivedRequests = { eventIds: [], paths: [], attempts: [], atMs: [] }
const verified: VerifiedRequest[] = []
let secrets: KnownSecrets = {}
const hanging = new Set<ServerResponse>()
const loopDelay = monitorEventLoopDelay({ resolution: 10 })
loopDelay.enable()

const DRIP_MS = 200

const behaviours: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  ok: (response) => response.end(),
  fail: (response) => response.writeHead(500).end(),
  hang: (response) => {
    hanging.add(response)
    response.once('close', () => hanging.delete(response))
  },
  drip: (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), DRIP_MS)
    response.once('close', () => clearInterval(timer))
  },
  redirect: (response, { url }) => {
    const { searchParams } = new URL(url!, 'http://receiver')
    response.writeHead(Number(searchParams.get('status')), { location: searchParams.get('to')! }).end()
  },
}

const server = createServer((request, response) => {
  const atMs = epochMs() // the header arrives with the first bytes
  const path = request.url!
  const behave = behaviours[path.split('/', 2)[1]!]!
  seen.eventIds.push(String(request.headers['webhook-id']))
  seen.paths.push(path)
  seen.attempts.push(Number(request.headers['x-mc-attempt']))
  seen.atMs.push(atMs)
  const known = secrets[path]
  const body: Buffer[] = []
  request.on('data', (chunk) => known && body.push(chunk))
  request.on('end', () => {
    if (known) verified.push(signersOf(request, Buffer.concat(body), known, atMs))
    behave(response, request)
  })
})
server.keepAliveTimeout = 60_000

/** Finds the secret of each signature, as documented for subscribers. */
function signersOf(
  request: IncomingMessage,
  body: Buffer,
  known: Record<string, string>,
  atMs: number,
): VerifiedRequest {
  const { headers, url } = request
  const signerOf = (signature: string | string[] | undefined) =>
    Object.keys(known).find((name) => createHmac('sha256', known[name]!).update(body).digest('hex') === signature)
  const eventId = String(headers['webhook-id'])
  const signed = `${eventId}.${headers['webhook-timestamp']}.`
  const listed = String(headers['webhook-signature']).split(' ')
  const standard = Object.keys(known).filter((name) => {
    const key = Buffer.from(known[name]!.replace(/^whsec_/, ''), 'base64')
    return listed.includes(`v1,${createHmac('sha256', key).update(signed).update(body).digest('base64')}`)
  })
  return {
    path: url!,
    eventId,
    atMs,
    current: signerOf(headers['x-mc-signature']),
    next: signerOf(headers['x-mc-signature-next']),
    previous: signerOf(headers['x-mc-signature-previous']),
    standard,
  }
}

function answerTo(command: ReceiverCommand): unknown {
  switch (command.type) {
    case 'seen':
      return seen
    case 'forget':
      for (const column of [...Object.values(seen), verified]) column.length = 0
      loopDelay.reset()
      return undefined
    case 'release':
      for (const response of hanging) response.destroy()
      return undefined
    case 'know':
      secrets = command.secrets
      return undefined
    case 'verified':
      return verified
    case 'usage': {
      const { user, system } = process.cpuUsage()
      return { cpuMs: (user + system) / 1000, stallP99Ms: loopDelay.percentile(99) / 1e6 } satisfies Usage
    }
  }
}

process.on('message', (command: ReceiverCommand & { id: number }) => {
  process.send!({ id: command.id, answer: answerTo(command) })
})
process.on('disconnect', () => process.exit())
server.listen(0, process.argv[2], () => process.send!({ port: (server.address() as AddressInfo).port }))
