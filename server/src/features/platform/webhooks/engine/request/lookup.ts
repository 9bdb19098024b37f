import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Address, Lookup } from './connector.ts'

/** Timeout of one query to one name server; each query is tried twice. */
const QUERY_TIMEOUT_MS = 2500
/** How long to wait for the other address family once one has answered. */
const OTHER_FAMILY_WAIT_MS = 300
/** The hosts file is consulted only after a quick failure. A slower failure means that the name servers have a problem. */
const QUICK_FAILURE_MS = 1000
/**
 * Maximum names that wait for the system lookup. It uses one of Node's four shared threads, so names are looked up one by one.
 */
const MAX_WAITING = 32

type Options = { servers?: string[]; system?: (hostname: string) => Promise<Address[]> }

const systemLookupAll = (hostname: string) => systemLookup(hostname, { all: true })

/**
 * Resolves names without the process's shared threads, so that a hanging name server delays only its own names. A name that DNS
 * does not know may still be in the hosts file.
 */
export function createLookup({ servers, system = systemLookupAll }: Options = {}): Lookup {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 })
  if (servers) resolver.setServers(servers)
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()
  return async (hostname) => {
    const askedAt = performance.now()
    try {
      return await addressesOf(resolver, hostname)
    } catch (error) {
      if (performance.now() - askedAt > QUICK_FAILURE_MS || waiting >= MAX_WAITING) throw error
      waiting++
      const asked = turn.then(() => system(hostname)).finally(() => waiting--)
      turn = asked.catch(() => {})
      return asked
    }
  }
}

export const lookupAll: Lookup = createLookup()

/** @throws the name server's error, if it knows no address of either family */
async function addressesOf(resolver: Resolver, hostname: string): Promise<Address[]> {
  const query = (family: number, answer: Promise<string[]>) =>
    answer.then((addresses) => addresses.map((address) => ({ address, family })))
  const families = [query(4, resolver.resolve4(hostname)), query(6, resolver.resolve6(hostname))]
  await Promise.any(families).catch(({ errors }: AggregateError) => Promise.reject(errors[0]))
  const settled = await Promise.all(
    families.map((family) => Promise.race([family, pause(OTHER_FAMILY_WAIT_MS, [])]).catch(() => [])),
  )
  return settled.flat()
}
