import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Address, Lookup } from './connector.ts'

/** Of one question to one name server; it is asked twice. */
const ANSWER_MS = 2500
/** Once addresses of one family are there, so long is waited for the other. */
const OTHER_FAMILY_MS = 300
/** Only a name that is refused this quickly is worth a look into the hosts file: after that, name servers are in trouble. */
const QUICKLY_MS = 1000
/** The system's look-up takes one of four threads that all of Node shares, so it is asked one name at a time; so many wait. */
const WAITING = 32

type Options = { servers?: string[]; system?: (hostname: string) => Promise<Address[]> }

const lookupOfSystem = (hostname: string) => systemLookup(hostname, { all: true })

/**
 * Looks names up without the threads that the whole process shares, so that name servers that hang delay nothing but
 * what they are asked for. Names that they do not know may still be in the hosts file.
 */
export function resolving({ servers, system = lookupOfSystem }: Options = {}): Lookup {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: 2 })
  if (servers) resolver.setServers(servers)
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()
  return async (hostname) => {
    const askedAt = performance.now()
    try {
      return await addressesOf(resolver, hostname)
    } catch (error) {
      if (performance.now() - askedAt > QUICKLY_MS || waiting >= WAITING) throw error
      waiting++
      const asked = turn.then(() => system(hostname)).finally(() => waiting--)
      turn = asked.catch(() => {})
      return asked
    }
  }
}

export const lookupAll: Lookup = resolving()

/** @throws what the name server said, where it knows no address of either family */
async function addressesOf(resolver: Resolver, hostname: string): Promise<Address[]> {
  const of = (family: number, answer: Promise<string[]>) =>
    answer.then((found) => found.map((address) => ({ address, family })))
  const families = [of(4, resolver.resolve4(hostname)), of(6, resolver.resolve6(hostname))]
  await Promise.any(families).catch(({ errors }: AggregateError) => Promise.reject(errors[0]))
  const settled = await Promise.all(
    families.map((family) => Promise.race([family, pause(OTHER_FAMILY_MS, [])]).catch(() => [])),
  )
  return settled.flat()
}
