import { Resolver } from 'node:dns/promises'
import { Connections } from '../../server/src/features/platform/webhooks/engine/request/connections.ts'
import type { Lookup } from '../../server/src/features/platform/webhooks/engine/request/connector.ts'
import { send } from '../../server/src/features/platform/webhooks/engine/request/send.ts'
import { AddressGuard } from '../../server/src/lib/address-guard.ts'
import { newId } from '../../server/src/lib/ids.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { type Canary, startCanary } from './canary.ts'
import { startDnsServer, type Zone } from './dns-server.ts'
import { type Endpoint, makeEndpoint, TENANTS } from './endpoints.ts'
import { write } from './events.ts'
import type { Outcome } from './figures.ts'
import { arrival, firstBytes } from './receiving.ts'
import { spellings } from './spellings.ts'
import { type TestBed, withTestBed } from './test-bed.ts'

/** The receiver's address, the only allowed one, in place of the public internet. */
const OPEN = '127.0.0.2'
const REDIRECTS = [300, 301, 302, 303, 307, 308]
const REBINDINGS = 100
/** Errors of deliveries that were stopped before a connection. */
const STOPPED = ['blocked_address', 'dns_error']

type Attempt = { url: string; registered: number; error: string | null; address: string | null }

/** Sends deliveries to all kinds of forbidden addresses, and to one allowed endpoint. */
export const hostile = (): Promise<Outcome> =>
  withTestBed({ env: { WEBHOOK_ALLOW_CIDRS: `${OPEN}/32` }, receiveAt: OPEN }, async (testBed) => {
    const port = Number(new URL(testBed.receiver.url).port)
    const canary = await startCanary(port, OPEN)
    try {
      const attempts = await trySpellings(testBed, port)
      const afterSpellings = canary.reached()
      const redirected = await tryRedirects(testBed, port)
      const afterRedirects = canary.reached()
      const names = await tryNames(canary)
      const suspicious = attempts.filter(({ error, address }) => address !== null || !STOPPED.includes(error ?? ''))
      for (const one of suspicious) console.log(`  ${JSON.stringify(one)}`)
      const registered = attempts.filter((one) => one.registered === 201).length
      const mustBeZero = (name: string, count: number) => ({
        name,
        figure: String(count),
        aim: '0',
        isMet: count === 0,
        isRequired: true,
      })
      return {
        figures: [
          mustBeZero(`${attempts.length} addresses, ${spellings().length} hosts: reached the canary`, afterSpellings),
          mustBeZero('not stopped before a connection', suspicious.length),
          { name: 'accepted at registration (mostly names)', figure: String(registered), aim: '' },
          mustBeZero(`${redirected} redirects: reached the canary`, afterRedirects - afterSpellings),
          mustBeZero(
            `${names.sent} requests to names of private addresses: reached the canary`,
            canary.reached() - afterRedirects,
          ),
          {
            name: 'arrived at the allowed address',
            figure: String(names.arrived),
            aim: 'some',
            isMet: names.arrived > 0,
            isRequired: true,
          },
        ],
        details: { tried: attempts, redirected, names },
      }
    } finally {
      await canary.close()
    }
  })

/** Registers each address through the API, and sends to it regardless of the result. */
async function trySpellings(testBed: TestBed, port: number): Promise<Attempt[]> {
  const [tenant] = TENANTS
  const token = await testBed.token(tenant.client)
  const addresses = spellings().flatMap((host) => ['https', 'http'].map((scheme) => `${scheme}://${host}:${port}/`))
  const registered = new Map<string, number>()
  for (const url of addresses) registered.set(url, await register(testBed, token, url))
  const forced: { url: string; endpoint: Endpoint }[] = []
  for (const url of addresses.filter((address) => URL.canParse(address))) {
    forced.push({ url, endpoint: await makeEndpoint(testBed, tenant, { url, path: '' }) })
  }
  const open = await makeEndpoint(testBed, tenant, { url: `${testBed.receiver.url}/ok/open`, path: '/ok/open' })
  const event = { eventId: newId('evt'), to: [...forced.map(({ endpoint }) => endpoint), open] }
  await write(testBed.owner, [event])
  const ended = async () =>
    (
      await testBed.owner.query<{ endpoint_id: string; last_error: string | null; remote_address: string | null }>(
        `select d.endpoint_id, d.last_error, host(a.remote_address) as remote_address
         from webhook_deliveries d
         left join webhook_attempts a using (tenant_id, event_id, endpoint_id, n)
         where d.event_id = $1
           and (d.last_error is not null or d.state = 'SUCCEEDED')
           and d.state <> 'SENDING'`,
        [event.eventId],
      )
    ).rows
  await eventually(async () => (await ended()).length === event.to.length, 'the end of every delivery')
  if (!firstBytes(await testBed.receiver.seen()).has(arrival(event.eventId, open.path)))
    throw new Error('The allowed endpoint got no delivery, so the other results mean nothing.')
  const endStates = new Map((await ended()).map((row) => [row.endpoint_id, row]))
  return forced.map(({ url, endpoint }) => {
    const { last_error: error, remote_address: address } = endStates.get(endpoint.id)!
    return { url, registered: registered.get(url)!, error, address }
  })
}

/** Registers an address, and deletes it if it was accepted. @returns the status */
async function register({ server }: TestBed, token: string, url: string): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify({ url })
  const answer = await fetch(`${server.url}/api/webhooks`, { method: 'POST', headers, body })
  const { webhook } = (await answer.json()) as { webhook?: { id: string } } // the decision's shape
  if (webhook)
    await fetch(`${server.url}/api/webhooks/${webhook.id}`, {
      method: 'DELETE',
      headers: { authorization: headers.authorization },
    })
  return answer.status
}

/** An allowed receiver redirects to the canary. */
async function tryRedirects(testBed: TestBed, port: number): Promise<number> {
  const targets = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `//127.0.0.1:${port}/`,
    `http://[::1]:${port}/`,
  ]
  const endpoints: Endpoint[] = []
  for (const status of REDIRECTS) {
    for (const [n, to] of targets.entries()) {
      const path = `/redirect/${n}?status=${status}&to=${encodeURIComponent(to)}`
      endpoints.push(await makeEndpoint(testBed, TENANTS[0], { url: testBed.receiver.url + path, path }))
    }
  }
  const event = { eventId: newId('evt'), to: endpoints }
  await write(testBed.owner, [event])
  const answered = async () => {
    const { rowCount } = await testBed.owner.query(
      `select from webhook_deliveries where event_id = $1 and last_status between 300 and 399`,
      [event.eventId],
    )
    return rowCount === endpoints.length
  }
  await eventually(answered, 'the redirects')
  return endpoints.length
}

/**
 * Names that resolve to private addresses, and names that change with each question: through the engine's connections, with a
 * name server of this process.
 */
async function tryNames(canary: Canary): Promise<{ sent: number; arrived: number; errors: Record<string, number> }> {
  let questions = 0
  const zone: Zone = (name, family) => {
    if (name.startsWith('rebind')) return family === 4 ? [questions++ % 2 === 0 ? OPEN : '127.0.0.1'] : []
    return (names[name] ?? []).filter((address) => address.includes(':') === (family === 6))
  }
  const dns = await startDnsServer(zone)
  const resolver = new Resolver({ timeout: 2000, tries: 1 })
  resolver.setServers([dns.address])
  const lookup: Lookup = async (name) => {
    const found = async (family: 4 | 6) =>
      (await resolver[family === 4 ? 'resolve4' : 'resolve6'](name).catch(() => [])).map((address) => ({
        address,
        family,
      }))
    return [...(await found(4)), ...(await found(6))]
  }
  const errors: Record<string, number> = {}
  const hosts = [...Object.keys(names), ...Array.from({ length: REBINDINGS }, (_, n) => `rebind${n % 10}.example`)]
  const addresses = hosts.flatMap((host) =>
    ['http', 'https'].map((scheme) => `${scheme}://${host}:${canary.port}/ok/name`),
  )
  for (const url of addresses) {
    // New connections each time: none may be reused after the name has changed.
    const connections = new Connections({ guard: new AddressGuard([`${OPEN}/32`]), lookup })
    const { error } = await send(
      connections,
      url,
      { headers: {}, body: Buffer.from('{}') },
      5000,
      new AbortController(),
    )
    connections.close()
    errors[error ?? 'arrived'] = (errors[error ?? 'arrived'] ?? 0) + 1
  }
  await dns.close()
  return { sent: addresses.length, arrived: errors.arrived ?? 0, errors }
}

const names: Record<string, string[]> = {
  'loopback.example': ['127.0.0.1'],
  'unspecified.example': ['0.0.0.0'],
  'ten.example': ['10.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'loopback6.example': ['::1'],
  'mapped.example': ['::ffff:7f00:1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'six-to-four.example': ['2002:7f00:1::'],
  'unique-local.example': ['fd00::1'],
  'mixed.example': ['127.0.0.1', OPEN, '::1'],
  'mixed-reversed.example': [OPEN, '127.0.0.1', '::1'],
}
