import type { Findable } from './search-index.ts'

/** The reference was one page, `/docs#bookAppointment`. Opens the page that has the anchor now. */
export async function followEarlierAddress(): Promise<void> {
  const { pathname, hash } = location
  if (pathname !== '/docs' || !hash || document.getElementById(hash.slice(1))) return
  const answer = await fetch('/docs/search.json').catch(() => undefined) // without it, the first page stays
  const findable: Findable[] = (await answer?.json()) ?? []
  const found = findable.find(({ url }) => url.endsWith(hash))
  if (found) location.replace(found.url)
}
